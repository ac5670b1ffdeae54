//! Keys of a round: every seat's secret `x`, its key `Y = xG` with a proof of knowing x, and their sum.
//!
//! The proof is Schnorr's, 64 bytes `R ‖ z`, valid in one context only:
//!
//! ```text
//! absorb Y;  R = kG;  absorb R;  c;  z = k + c·x
//! verify     zG − cY − R = O
//! ```
//!
//! Without it the last seat could choose its key so that the sum is a key of its own, and read everything.

use std::{fmt, sync::OnceLock};

use curve25519_dalek::{
    RistrettoPoint,
    ristretto::RistrettoBasepointTable,
    traits::{Identity, IsIdentity},
};

use crate::{
    encoding::{Point, Reader, decode_scalar},
    nonces::{MatchSecret, Nonces},
    public::Sum,
    refusal::Refusal,
    secret::SecretScalar,
    tags,
    transcript::{Context, Transcript},
};

/// Bytes of a key's proof.
pub const KEY_PROOF_LEN: usize = 64;

/// The proof of knowing a key's secret, `R ‖ z`, as it is sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KeyProof(pub [u8; KEY_PROOF_LEN]);

/// A seat's secret of one round. Never sent, unless its owner leaves the table and says farewell with it.
pub struct RoundSecret {
    x: SecretScalar,
    key: RoundKey,
}

impl RoundSecret {
    /// The secret of the round and attempt that this context names. The same again after a restart.
    pub fn derive(secret: &MatchSecret, ctx: &Context) -> Self {
        let mut nonces = secret.derive(tags::ROUND_SECRET, &[&ctx.0]);
        loop {
            let x = nonces.scalar();
            if !x.is_zero() {
                return Self::new(x);
            }
        }
    }

    /// Takes up the secret that a leaving seat published.
    ///
    /// # Errors
    /// [`Refusal::Length`], [`Refusal::Scalar`]; [`Refusal::KeyProof`] if it is not the secret of that key.
    pub fn from_farewell(bytes: &[u8], key: &RoundKey) -> Result<Self, Refusal> {
        let secret = Self { x: SecretScalar::new(decode_scalar(bytes)?), key: key.clone() };
        if secret.x.times_base() == *key.point().element() { Ok(secret) } else { Err(Refusal::KeyProof) }
    }

    /// The 32 bytes that a leaving seat publishes. They open its whole hand.
    pub fn farewell(&self) -> [u8; 32] {
        self.x.reveal().to_bytes()
    }

    /// The key that belongs to the secret.
    pub fn key(&self) -> &RoundKey {
        &self.key
    }

    /// Proves to know the secret of the key, in this context.
    pub fn prove(&self, ctx: &Context, secret: &MatchSecret) -> KeyProof {
        self.prove_in(Transcript::new(tags::KEY_PROOF, ctx), secret)
    }

    pub(crate) fn prove_in(&self, mut transcript: Transcript, secret: &MatchSecret) -> KeyProof {
        transcript.absorb_point("key", &self.key.0);
        let k = transcript.nonces(secret, "k").scalar();
        let r = Point::encode(k.times_base());
        transcript.absorb_point("r", &r);
        let c = transcript.challenge("c");
        let z = (&k + &(&self.x * &c)).reveal();
        let mut proof = [0; KEY_PROOF_LEN];
        for (to, from) in proof.iter_mut().zip(r.bytes().iter().chain(z.as_bytes())) {
            *to = *from;
        }
        KeyProof(proof)
    }

    pub(crate) fn x(&self) -> &SecretScalar {
        &self.x
    }

    pub(crate) fn new(x: SecretScalar) -> Self {
        let key = RoundKey(Point::encode(x.times_base()));
        Self { x, key }
    }
}

impl fmt::Debug for RoundSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RoundSecret(… of {:?})", self.key)
    }
}

/// A seat's key of one round; never the identity.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoundKey(Point);

impl RoundKey {
    /// Decodes a key of somebody else. Its proof is another matter, see [`crate::check::Check::Key`].
    ///
    /// # Errors
    /// [`Refusal::Length`], [`Refusal::Point`], [`Refusal::Identity`].
    pub fn decode(bytes: &[u8]) -> Result<Self, Refusal> {
        Point::decode(bytes).map(Self)
    }

    /// The key's 32 bytes.
    pub fn bytes(&self) -> &[u8; 32] {
        self.0.bytes()
    }

    /// The key as a group element.
    pub fn point(&self) -> &Point {
        &self.0
    }

    /// Adds the weighted equation of this key's proof to a sum.
    pub(crate) fn fold_proof(
        &self,
        ctx: &Context,
        proof: &[u8],
        sum: &mut Sum,
        weights: &mut Nonces,
    ) -> Result<(), Refusal> {
        let mut reader = Reader::of_elements(proof, 2)?;
        let (r, z) = (reader.point()?, reader.scalar()?);
        let mut transcript = Transcript::new(tags::KEY_PROOF, ctx);
        transcript.absorb_point("key", &self.0);
        transcript.absorb_point("r", &r);
        let c = transcript.challenge("c");
        let v = weights.weight();
        sum.add_base(v * z);
        sum.add_shared(-v * c, &self.0);
        sum.add(-v, &r);
        Ok(())
    }
}

/// The sum of all seats' keys, under which a deck is masked.
pub struct JointKey {
    point: Point,
    table: OnceLock<Box<RistrettoBasepointTable>>,
}

impl JointKey {
    /// Adds the keys of all seats up.
    ///
    /// # Errors
    /// [`Refusal::DuplicateKey`] if two are equal, [`Refusal::Identity`] if the sum is the identity, which the
    /// sum of no keys is too.
    pub fn from_keys(keys: &[RoundKey]) -> Result<Self, Refusal> {
        let mut encodings: Vec<_> = keys.iter().map(RoundKey::bytes).collect();
        encodings.sort_unstable();
        if !encodings.is_sorted_by(|a, b| a < b) {
            return Err(Refusal::DuplicateKey);
        }
        let sum = keys.iter().fold(RistrettoPoint::identity(), |sum, key| sum + key.0.element());
        if sum.is_identity() {
            return Err(Refusal::Identity);
        }
        Ok(Self { point: Point::encode(sum), table: OnceLock::new() })
    }

    /// The sum as a group element.
    pub fn point(&self) -> &Point {
        &self.point
    }

    /// A secret multiple of the key. The first call builds a table (about 1.3 ms) that halves all later ones.
    pub(crate) fn times(&self, scalar: &SecretScalar) -> RistrettoPoint {
        let table =
            self.table.get_or_init(|| Box::new(RistrettoBasepointTable::create(self.point.element())));
        scalar.times_table(table)
    }
}

impl fmt::Debug for JointKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "JointKey({:?})", self.point)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn farewell_is_taken_up_by_the_right_key_only() {
        let secret = MatchSecret::from_bytes([1; 32]);
        let mine = RoundSecret::derive(&secret, &Context([1; 32]));
        let other = RoundSecret::derive(&secret, &Context([2; 32]));
        let bytes = mine.farewell();
        assert_eq!(RoundSecret::from_farewell(&bytes, mine.key()).unwrap().farewell(), bytes);
        assert_eq!(RoundSecret::from_farewell(&bytes, other.key()).unwrap_err(), Refusal::KeyProof);
        assert_eq!(RoundSecret::from_farewell(&bytes[1..], mine.key()).unwrap_err(), Refusal::Length);
        assert_eq!(RoundSecret::from_farewell(&[0xff; 32], mine.key()).unwrap_err(), Refusal::Scalar);
    }

    #[test]
    fn secrets_are_not_printed() {
        let round = RoundSecret::derive(&MatchSecret::from_bytes([1; 32]), &Context([1; 32]));
        assert!(format!("{round:?}").starts_with("RoundSecret(… of RoundKey(Point("));
    }
}
