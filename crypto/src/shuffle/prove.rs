//! The shuffler's side: permutation, masks, and the proof.
//!
//! All of it is a function of the match secret and of what is shuffled, so that a peer which starts again sends
//! the same bytes. The time it takes depends on the size of the deck only.

use curve25519_dalek::{RistrettoPoint, Scalar};
use zeroize::Zeroizing;

use super::{Committed, Messages, ShuffleProof, Statement, powers};
use crate::{
    deck::{Deck, MaskedTile},
    encoding::Point,
    generators::Generators,
    keys::JointKey,
    nonces::{MatchSecret, Nonces},
    secret::{SecretScalar, multiply_sum},
    tags,
    transcript::{Context, Transcript},
};

/// Shuffles a deck under the joint key and proves it, valid in one context.
pub fn shuffle(joint: &JointKey, input: &Deck, ctx: &Context, secret: &MatchSecret) -> (Deck, ShuffleProof) {
    let witness = Witness::derive(joint, input, ctx, secret);
    let output = mask(joint, input, &witness);
    let statement = Statement { joint, input, output: &output };
    let proof = prove(Transcript::new(tags::SHUFFLE_PROOF, ctx), &statement, &witness, secret);
    (output, proof)
}

/// What only the shuffler knows.
pub(crate) struct Witness {
    /// Output row i shows input row `map[i]`, both counted from 0.
    pub map: Zeroizing<Vec<u8>>,
    /// The mask of each output row.
    pub masks: Vec<SecretScalar>,
}

impl Witness {
    pub(crate) fn derive(joint: &JointKey, input: &Deck, ctx: &Context, secret: &MatchSecret) -> Self {
        let mut transcript = Transcript::new(tags::SHUFFLE_WITNESS, ctx);
        // Input and key as the statement will have them; the output is not there yet.
        Statement { joint, input, output: input }.absorb(&mut transcript);
        let map = permutation(input.len(), &mut transcript.nonces(secret, "permutation"));
        let masks = transcript.nonces(secret, "masks").scalars(input.len());
        Self { map, masks }
    }
}

/// A permutation of `0 … n−1`, each equally likely: Fisher and Yates, without the bias of a remainder.
pub(crate) fn permutation(n: usize, nonces: &mut Nonces) -> Zeroizing<Vec<u8>> {
    // A deck has at most 91 tiles.
    let mut map: Zeroizing<Vec<u8>> = Zeroizing::new((0..n as u8).collect());
    for last in (1..map.len()).rev() {
        let other = nonces.below(last as u32 + 1) as usize;
        map.swap(last, other);
    }
    map
}

/// The shuffled deck. Rows that the map does not name properly are left out, which no permutation has.
pub(crate) fn mask(joint: &JointKey, input: &Deck, witness: &Witness) -> Deck {
    let rows = witness.map.iter().zip(&witness.masks).filter_map(|(&from, mask)| {
        let row = input.slot(usize::from(from))?;
        Some(MaskedTile {
            a: Point::encode(row.a.element() + mask.times_base()),
            b: Point::encode(row.b.element() + joint.times(mask)),
        })
    });
    Deck::from_rows(rows.collect())
}

/// The prover, on any witness: a false one gives a proof that does not hold.
pub(crate) fn prove(
    mut transcript: Transcript,
    statement: &Statement<'_>,
    witness: &Witness,
    secret: &MatchSecret,
) -> ShuffleProof {
    let n = statement.input.len();
    let generators = Generators::shared();
    statement.absorb(&mut transcript);

    let a: Zeroizing<Vec<u8>> = Zeroizing::new(witness.map.iter().map(|from| from + 1).collect());
    let r_a = transcript.nonces(secret, "r_a").scalar();
    let c_a = Point::encode(generators.commit_small(&a, &r_a));
    transcript.absorb_point("c_a", &c_a);

    let powers = powers(transcript.challenge("x"), n);
    let power = |from: &u8| powers.get(usize::from(*from)).copied().unwrap_or_default();
    let b: Vec<_> = witness.map.iter().map(|from| SecretScalar::new(power(from))).collect();
    let r_b = transcript.nonces(secret, "r_b").scalar();
    let c_b = Point::encode(generators.commit(&b, &r_b));
    transcript.absorb_point("c_b", &c_b);

    let (y, z) = (transcript.challenge("y"), transcript.challenge("z"));
    let product = Product::new(&a, &b, &y, &z);
    let r_d = &(&r_a * &y) + &r_b;
    let blinds = Blinds::draw(n, &mut transcript.nonces(secret, "blinds"));
    let [c_1, c_2, c_3, c_4] = blinds.commit(&product).map(Point::encode);
    let (e_a, e_b) = blinds.commit_rows(statement);
    let committed =
        Committed { c_a, c_b, c_1, c_2, c_3, c_4, e_a: Point::encode(e_a), e_b: Point::encode(e_b) };
    transcript.absorb_points("c", committed.last_six());

    let e = transcript.challenge("e");
    let masked = witness.masks.iter().zip(&b).fold(SecretScalar::zero(), |sum, (mask, b)| &sum + &(mask * b));
    let respond = |value: &SecretScalar, blind: &SecretScalar| (&(value * &e) + blind).reveal();
    let respond_all = |values: &[SecretScalar], blinds: &[SecretScalar]| -> Vec<Scalar> {
        values.iter().zip(blinds).map(|(value, blind)| respond(value, blind)).collect()
    };
    let mut p = respond_all(&product.p, &blinds.beta);
    p.truncate(n.saturating_sub(1));
    let messages = Messages {
        committed,
        d: respond_all(&product.d, &blinds.alpha),
        p: p.into_iter().skip(1).collect(),
        b: respond_all(&b, &blinds.gamma),
        r_d: respond(&r_d, &blinds.r_alpha),
        s: respond(&blinds.s_2, &blinds.s_1),
        r_b: respond(&r_b, &blinds.r_gamma),
        rho: respond(&-&masked, &blinds.tau),
    };
    messages.encode()
}

/// `d_i` and their running products `p_i`.
struct Product {
    d: Vec<SecretScalar>,
    p: Vec<SecretScalar>,
}

impl Product {
    fn new(a: &[u8], b: &[SecretScalar], y: &Scalar, z: &Scalar) -> Self {
        let minus_z = -z;
        let d: Vec<_> =
            a.iter().zip(b).map(|(&a, b)| &(&(&SecretScalar::small(a) * y) + b) + &minus_z).collect();
        let mut running = SecretScalar::small(1);
        let mut p = Vec::with_capacity(d.len());
        for d in &d {
            running = &running * d;
            p.push(running.duplicate());
        }
        Self { d, p }
    }
}

/// What blinds the responses.
struct Blinds {
    alpha: Vec<SecretScalar>,
    beta: Vec<SecretScalar>,
    gamma: Vec<SecretScalar>,
    r_alpha: SecretScalar,
    s_1: SecretScalar,
    s_2: SecretScalar,
    r_gamma: SecretScalar,
    tau: SecretScalar,
}

impl Blinds {
    fn draw(n: usize, nonces: &mut Nonces) -> Self {
        let alpha = nonces.scalars(n);
        // The ends of β are fixed, because those of p̃ are known to the verifier.
        let first = alpha.iter().take(1).map(SecretScalar::duplicate);
        let middle = nonces.scalars(n.saturating_sub(2));
        let beta = first.chain(middle).chain([SecretScalar::zero()]).collect();
        Self {
            alpha,
            beta,
            gamma: nonces.scalars(n),
            r_alpha: nonces.scalar(),
            s_1: nonces.scalar(),
            s_2: nonces.scalar(),
            r_gamma: nonces.scalar(),
            tau: nonces.scalar(),
        }
    }

    /// `c_1 … c_4`.
    fn commit(&self, Product { d, p }: &Product) -> [RistrettoPoint; 4] {
        let Self { alpha, beta, .. } = self;
        let alpha_next = || alpha.iter().skip(1);
        let cross: Vec<_> = beta.iter().zip(alpha_next()).map(|(beta, alpha)| -&(beta * alpha)).collect();
        let next = beta.iter().skip(1).zip(d.iter().skip(1)).zip(alpha_next());
        let linear: Vec<_> = beta
            .iter()
            .zip(p)
            .zip(next)
            .map(|((beta, p), ((beta_next, d_next), alpha_next))| {
                &(beta_next - &(d_next * beta)) - &(p * alpha_next)
            })
            .collect();
        let generators = Generators::shared();
        [
            generators.commit(alpha, &self.r_alpha),
            generators.commit(&cross, &self.s_1),
            generators.commit(&linear, &self.s_2),
            generators.commit(&self.gamma, &self.r_gamma),
        ]
    }

    /// `E = (E_A, E_B)`.
    fn commit_rows(&self, statement: &Statement<'_>) -> (RistrettoPoint, RistrettoPoint) {
        let rows = statement.output.rows();
        let e_a = multiply_sum(&self.gamma, rows.iter().map(|row| row.a.element()));
        let e_b = multiply_sum(&self.gamma, rows.iter().map(|row| row.b.element()));
        (e_a + self.tau.times_base(), e_b + statement.joint.times(&self.tau))
    }
}
