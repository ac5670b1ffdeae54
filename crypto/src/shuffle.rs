//! Shuffling a deck, and the proof that nothing else was done to it.
//!
//! Relation: the prover knows a permutation π and masks ρ with `C'_i = C_{π(i)} + (ρ_i G, ρ_i Y)`.
//!
//! The argument is that of Bayer and Groth (Eurocrypt 2012) with a single row: a single-value product argument
//! for "the committed numbers are a permutation" and a linear sigma protocol for "the output is the input under
//! it". The proof has 3N+10 elements of 32 bytes in the order
//! `c_a c_b c_1 c_2 c_3 c_4 E_A E_B ‖ d̃_1…d̃_N ‖ p̃_2…p̃_{N−1} ‖ b̃_1…b̃_N ‖ r̃_d s̃ r̃_b ρ̃`.
//!
//! ```text
//! absorb u32 N, Y, input, output
//! 1  a_i = π(i);           c_a = Com(a; r_a);  absorb;  x
//! 2  b_i = x^{π(i)};       c_b = Com(b; r_b);  absorb;  y, z
//! 3  d_i = y a_i + b_i − z;  p_1 = d_1, p_i = p_{i−1} d_i;  r_d = y r_a + r_b
//!    α random; β_1 = α_1, β_N = 0, the other β random; γ random; r_α, s_1, s_2, r_γ, τ random
//!    c_1 = Com(α; r_α);  c_2 = Com(−β_i α_{i+1}, i<N; s_1)
//!    c_3 = Com(β_{i+1} − d_{i+1} β_i − p_i α_{i+1}, i<N; s_2)
//!    c_4 = Com(γ; r_γ);  E = (τG + Σγ_i A'_i, τY + Σγ_i B'_i);  absorb all;  e
//! 4  d̃ = e d + α;  p̃_i = e p_i + β_i (2 ≤ i < N);  b̃ = e b + γ
//!    r̃_d = e r_d + r_α;  s̃ = e s_2 + s_1;  r̃_b = e r_b + r_γ;  ρ̃ = −e Σρ_i b_i + τ
//! verify, with p̃_1 = d̃_1 and p̃_N = e·Π(y i + x^i − z):
//! i   Com(d̃; r̃_d) = e(y c_a + c_b − z ΣH_i) + c_1
//! ii  Com((e p̃_{i+1} − p̃_i d̃_{i+1})_i; s̃) = e c_3 + c_2
//! iii Com(b̃; r̃_b) = e c_b + c_4
//! iv  Σ b̃_i A'_i + ρ̃ G = e Σ x^i A_i + E_A
//! v   Σ b̃_i B'_i + ρ̃ Y = e Σ x^i B_i + E_B
//! ```
//!
//! What the proof does not give is checked beside it: the output has no identity (with masks of zero the proof
//! holds), no point twice (with equal masks it holds), and no point of the input.

mod prove;

use curve25519_dalek::Scalar;

#[cfg(test)]
pub(crate) use self::prove::permutation;
pub use self::prove::shuffle;
#[cfg(any(test, feature = "cheats"))]
pub(crate) use self::prove::{Witness, mask, prove};
use crate::{
    deck::{Deck, MaskedTile},
    encoding::{ELEMENT_LEN, Point, Reader},
    keys::JointKey,
    nonces::Nonces,
    public::Sum,
    refusal::Refusal,
    tags,
    transcript::{Context, Transcript},
};

/// The proof of a shuffle, as it is sent: `(3N+10)·32` bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShuffleProof(Vec<u8>);

impl ShuffleProof {
    /// Bytes of the proof for a deck of `n` tiles.
    pub const fn len_for(n: usize) -> usize {
        (3 * n + 10) * ELEMENT_LEN
    }

    /// The bytes that are sent.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// The bytes that are sent.
    pub fn into_bytes(self) -> Vec<u8> {
        self.0
    }
}

/// What the prover says: the names of the head comment, without their tildes.
struct Messages {
    committed: Committed,
    d: Vec<Scalar>,
    /// `p̃_2 … p̃_{N−1}`: the ends follow from the rest.
    p: Vec<Scalar>,
    b: Vec<Scalar>,
    r_d: Scalar,
    s: Scalar,
    r_b: Scalar,
    rho: Scalar,
}

/// The prover's group elements.
struct Committed {
    c_a: Point,
    c_b: Point,
    c_1: Point,
    c_2: Point,
    c_3: Point,
    c_4: Point,
    e_a: Point,
    e_b: Point,
}

impl Committed {
    fn last_six(&self) -> [&Point; 6] {
        [&self.c_1, &self.c_2, &self.c_3, &self.c_4, &self.e_a, &self.e_b]
    }
}

impl Messages {
    fn decode(bytes: &[u8], n: usize) -> Result<Self, Refusal> {
        let mut reader = Reader::of_elements(bytes, 3 * n + 10)?;
        let committed = Committed {
            c_a: reader.point()?,
            c_b: reader.point()?,
            c_1: reader.point()?,
            c_2: reader.point()?,
            c_3: reader.point()?,
            c_4: reader.point()?,
            e_a: reader.point()?,
            e_b: reader.point()?,
        };
        let messages = Self {
            committed,
            d: reader.scalars(n)?,
            p: reader.scalars(n.saturating_sub(2))?,
            b: reader.scalars(n)?,
            r_d: reader.scalar()?,
            s: reader.scalar()?,
            r_b: reader.scalar()?,
            rho: reader.scalar()?,
        };
        reader.finish()?;
        Ok(messages)
    }

    fn encode(&self) -> ShuffleProof {
        let c = &self.committed;
        let points = [&c.c_a, &c.c_b].into_iter().chain(c.last_six()).map(Point::bytes);
        let vectors = self.d.iter().chain(&self.p).chain(&self.b);
        let scalars = vectors.chain([&self.r_d, &self.s, &self.r_b, &self.rho]).map(Scalar::as_bytes);
        ShuffleProof(points.chain(scalars).flatten().copied().collect())
    }
}

/// The challenges of a shuffle.
struct Challenges {
    /// `x^1 … x^N`.
    powers: Vec<Scalar>,
    y: Scalar,
    z: Scalar,
    e: Scalar,
}

impl Challenges {
    /// Goes through the transcript as the prover did.
    fn redo(mut transcript: Transcript, statement: &Statement<'_>, committed: &Committed) -> Self {
        statement.absorb(&mut transcript);
        transcript.absorb_point("c_a", &committed.c_a);
        let powers = powers(transcript.challenge("x"), statement.input.len());
        transcript.absorb_point("c_b", &committed.c_b);
        let (y, z) = (transcript.challenge("y"), transcript.challenge("z"));
        transcript.absorb_points("c", committed.last_six());
        Self { powers, y, z, e: transcript.challenge("e") }
    }
}

/// What is claimed: `output` is a shuffle of `input` under the key.
#[derive(Clone, Copy)]
pub(crate) struct Statement<'a> {
    pub joint: &'a JointKey,
    pub input: &'a Deck,
    pub output: &'a Deck,
}

impl Statement<'_> {
    /// Adds the weighted equations of the proof to a sum, after everything that can be refused without them.
    pub(crate) fn fold(
        &self,
        ctx: &Context,
        proof: &[u8],
        sum: &mut Sum,
        weights: &mut Nonces,
    ) -> Result<(), Refusal> {
        if self.output.len() != self.input.len() {
            return Err(Refusal::Length);
        }
        self.output.expect_masked()?;
        self.output.expect_changed_from(self.input)?;
        self.fold_argument(ctx, proof, sum, weights)
    }

    fn fold_argument(
        &self,
        ctx: &Context,
        proof: &[u8],
        sum: &mut Sum,
        weights: &mut Nonces,
    ) -> Result<(), Refusal> {
        let n = self.input.len();
        let messages = Messages::decode(proof, n)?;
        let transcript = Transcript::new(tags::SHUFFLE_PROOF, ctx);
        let challenges = Challenges::redo(transcript, self, &messages.committed);
        fold_permutation(&messages, &challenges, sum, weights);
        self.fold_decks(&messages, &challenges, sum, weights);
        Ok(())
    }

    /// Whether the bare argument holds, to show which attacks the checks beside it are for.
    #[cfg(test)]
    pub(crate) fn argument_holds(&self, ctx: &Context, proof: &[u8]) -> bool {
        let mut sum = Sum::default();
        let mut weights = Nonces::from_os().unwrap();
        self.fold_argument(ctx, proof, &mut sum, &mut weights).is_ok() && sum.is_identity()
    }

    fn absorb(&self, transcript: &mut Transcript) {
        // At most 91.
        transcript.absorb_u32("n", self.input.len() as u32);
        transcript.absorb_point("key", self.joint.point());
        for (label, deck) in [("in", self.input), ("out", self.output)] {
            transcript.absorb_points(label, deck.rows().iter().flat_map(|MaskedTile { a, b }| [a, b]));
        }
    }

    /// Equations iv and v.
    fn fold_decks(&self, messages: &Messages, challenges: &Challenges, sum: &mut Sum, weights: &mut Nonces) {
        let (v4, v5) = (weights.weight(), weights.weight());
        for (row, b) in self.output.rows().iter().zip(&messages.b) {
            sum.add_shared(v4 * b, &row.a);
            sum.add_shared(v5 * b, &row.b);
        }
        let (on_a, on_b) = (-v4 * challenges.e, -v5 * challenges.e);
        for (row, power) in self.input.rows().iter().zip(&challenges.powers) {
            sum.add_shared(on_a * power, &row.a);
            sum.add_shared(on_b * power, &row.b);
        }
        sum.add_base(v4 * messages.rho);
        sum.add_shared(v5 * messages.rho, self.joint.point());
        sum.add(-v4, &messages.committed.e_a);
        sum.add(-v5, &messages.committed.e_b);
    }
}

/// Equations i, ii and iii.
fn fold_permutation(messages: &Messages, challenges: &Challenges, sum: &mut Sum, weights: &mut Nonces) {
    let Messages { committed, d, b, .. } = messages;
    let Challenges { powers, y, z, e } = challenges;
    let (v1, v2, v3) = (weights.weight(), weights.weight(), weights.weight());

    let ez = e * z;
    sum.add_h(d.iter().map(|d| v1 * (d + ez)));
    sum.add_u(v1 * messages.r_d);
    sum.add(-v1 * e * y, &committed.c_a);
    sum.add(-v1, &committed.c_1);

    let product: Scalar =
        powers.iter().zip(1u64..).map(|(power, i)| y * Scalar::from(i) + power - z).product();
    let first = d.iter().take(1).copied();
    let p: Vec<Scalar> = first.chain(messages.p.iter().copied()).chain([e * product]).collect();
    let next = p.iter().skip(1).zip(d.iter().skip(1));
    sum.add_h(p.iter().zip(next).map(|(p, (p_next, d_next))| v2 * (e * p_next - p * d_next)));
    sum.add_u(v2 * messages.s);
    sum.add(-v2 * e, &committed.c_3);
    sum.add(-v2, &committed.c_2);

    sum.add_h(b.iter().map(|b| v3 * b));
    sum.add_u(v3 * messages.r_b);
    sum.add(-(v1 + v3) * e, &committed.c_b);
    sum.add(-v3, &committed.c_4);
}

/// `x^1 … x^n`.
fn powers(x: Scalar, n: usize) -> Vec<Scalar> {
    std::iter::successors(Some(x), |power| Some(power * x)).take(n).collect()
}
