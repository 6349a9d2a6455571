#pragma once
#include "events/crypto/ed25519.h"

namespace countersign {

// Returns whether `bytes` are acceptable as a public key. Thread-safe. Refuses:
//
//   - an encoding that RFC 8032 section 5.1.3 does not decode: y is not below p = 2^255 - 19, no
//     point of the curve has this y, or x is zero and its sign bit is set;
//   - the eight points of small order (multiplied by 8, as in section 5.1.7, they give the neutral
//     element). For such a key anybody can write a signature that is valid for every text, so
//     its owner could deny each signature. The refusal gives what Brendel et al., "The Provable
//     Security of Ed25519", IEEE S&P 2021, call message-bound security.
bool is_ed25519_public_key(const Ed25519PublicKey& bytes);

// Returns whether the encoding is canonical and not of a point of small order. Leaves out the check
// that the point is on the curve, which costs a tenth of a verification: a key that is not a point
// verifies nothing anyway.
bool may_have_signed(const Ed25519PublicKey& key);

}  // namespace countersign
