//! Opening tokens: `D_j = x·A_j` takes a seat's mask off slot j. One proof of 96 bytes covers any number of them.
//!
//! Relation: the same x stands behind the key `Y = xG` and every token. The proof is `R1 ‖ R2 ‖ z`:
//!
//! ```text
//! absorb Y, u32 n, A_1…A_n, D_1…D_n;  w_j = challenge each (w_1 = 1 if n = 1)
//! A* = Σ w_j A_j;  R1 = kG, R2 = kA*;  absorb R1, R2;  c;  z = k + c·x
//! verify with a random weight v
//!            zG − cY − R1 + v(Σ z w_j A_j − Σ c w_j D_j − R2) = O
//! ```
//!
//! The weights w matter: with all of them 1, two tokens that were swapped would verify.

use curve25519_dalek::{RistrettoPoint, Scalar};

use crate::{
    encoding::{Point, Reader},
    keys::{RoundKey, RoundSecret},
    nonces::{MatchSecret, Nonces},
    public::{Sum, multiply_sum},
    refusal::Refusal,
    tags,
    transcript::{Context, Transcript},
};

/// Bytes of the proof, for any number of tokens.
pub const OPENING_PROOF_LEN: usize = 96;

/// What takes one seat's mask off one slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token(Point);

impl Token {
    /// Decodes a token of somebody else.
    ///
    /// # Errors
    /// [`Refusal::Length`], [`Refusal::Point`], [`Refusal::Identity`].
    pub fn decode(bytes: &[u8]) -> Result<Self, Refusal> {
        Point::decode(bytes).map(Self)
    }

    /// Decodes `n` tokens from `32·n` bytes.
    ///
    /// # Errors
    /// [`Refusal::Length`], [`Refusal::Point`], [`Refusal::Identity`].
    pub fn decode_all(bytes: &[u8], n: usize) -> Result<Vec<Self>, Refusal> {
        Ok(Reader::of_elements(bytes, n)?.points(n)?.into_iter().map(Self).collect())
    }

    /// The token as a group element.
    pub fn point(&self) -> &Point {
        &self.0
    }

    /// The token's 32 bytes.
    pub fn bytes(&self) -> &[u8; 32] {
        self.0.bytes()
    }

    pub(crate) fn from_point(point: Point) -> Self {
        Self(point)
    }
}

/// The proof that goes with a batch of tokens, as it is sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpeningProof(pub [u8; OPENING_PROOF_LEN]);

/// Makes the tokens for these bases, without a proof: to look at own tiles, or for a seat whose secret is known to all.
///
/// Whether a token may be made at all is for the caller to know. One for an own hidden slot gives it away.
pub fn tokens(secret: &RoundSecret, bases: &[Point]) -> Vec<Token> {
    let half = secret.x().half();
    let halves: Vec<_> = bases.iter().map(|base| half.times(base.element())).collect();
    Point::encode_doubled(&halves).into_iter().map(Token).collect()
}

/// Makes the tokens for these bases and proves them, valid in one context.
///
/// Whether a token may be made at all is for the caller to know. One for an own hidden slot gives it away.
pub fn open(
    secret: &RoundSecret,
    bases: &[Point],
    ctx: &Context,
    match_secret: &MatchSecret,
) -> (Vec<Token>, OpeningProof) {
    let tokens = tokens(secret, bases);
    let proof = prove(Transcript::new(tags::OPENING_PROOF, ctx), secret, bases, &tokens, match_secret);
    (tokens, proof)
}

/// The prover, on any tokens: those of a cheat give a proof that does not hold.
pub(crate) fn prove(
    mut transcript: Transcript,
    secret: &RoundSecret,
    bases: &[Point],
    tokens: &[Token],
    match_secret: &MatchSecret,
) -> OpeningProof {
    let w = absorb_statement(&mut transcript, secret.key(), bases, tokens);
    let k = transcript.nonces(match_secret, "k").scalar();
    let half = k.half();
    let r2_half = match bases {
        // With one token the weight is 1, and its base need not be multiplied with it.
        [base] => half.times(base.element()),
        _ => {
            let bases: Vec<RistrettoPoint> = bases.iter().map(|base| *base.element()).collect();
            half.times(&multiply_sum(&w, &bases))
        }
    };
    let commitments = Point::encode_doubled(&[half.times_base(), r2_half]);
    transcript.absorb_points("r", &commitments);
    let c = transcript.challenge("c");
    let z = (&k + &(secret.x() * &c)).reveal();
    let mut proof = [0; OPENING_PROOF_LEN];
    let bytes = commitments.iter().flat_map(Point::bytes).chain(z.as_bytes());
    for (to, from) in proof.iter_mut().zip(bytes) {
        *to = *from;
    }
    OpeningProof(proof)
}

/// Adds the weighted equation of an opening to a sum.
pub(crate) fn fold(
    key: &RoundKey,
    bases: &[Point],
    tokens: &[Token],
    ctx: &Context,
    proof: &[u8],
    sum: &mut Sum,
    weights: &mut Nonces,
) -> Result<(), Refusal> {
    if bases.is_empty() || bases.len() != tokens.len() {
        return Err(Refusal::Length);
    }
    let mut reader = Reader::of_elements(proof, 3)?;
    let (r1, r2, z) = (reader.point()?, reader.point()?, reader.scalar()?);
    let mut transcript = Transcript::new(tags::OPENING_PROOF, ctx);
    let w = absorb_statement(&mut transcript, key, bases, tokens);
    transcript.absorb_points("r", [&r1, &r2]);
    let c = transcript.challenge("c");
    let (v1, v2) = (weights.weight(), weights.weight());
    sum.add_base(v1 * z);
    sum.add_shared(-v1 * c, key.point());
    sum.add(-v1, &r1);
    let (on_base, on_token) = (v2 * z, -v2 * c);
    for ((base, token), w) in bases.iter().zip(tokens).zip(&w) {
        sum.add_shared(on_base * w, base);
        sum.add(on_token * w, token.point());
    }
    sum.add(-v2, &r2);
    Ok(())
}

/// Absorbs the statement and draws the weights of its tokens.
fn absorb_statement(
    transcript: &mut Transcript,
    key: &RoundKey,
    bases: &[Point],
    tokens: &[Token],
) -> Vec<Scalar> {
    transcript.absorb_point("key", key.point());
    // Never more than the tiles of a set.
    transcript.absorb_u32("n", bases.len() as u32);
    transcript.absorb_points("base", bases);
    transcript.absorb_points("token", tokens.iter().map(Token::point));
    match bases {
        [_] => vec![Scalar::ONE],
        _ => bases.iter().map(|_| transcript.challenge("w")).collect(),
    }
}
