#pragma once
#include "events/crypto/ed25519.h"

namespace countersign {

// Whether `bytes` may be believed as somebody's public key. Thread-safe. Not:
//
//   - an encoding that RFC 8032 section 5.1.3 does not decode: y is not below p = 2^255 - 19, no
//     point of the curve has this y, or x is zero and its sign bit is set;
//   - one of the eight points of small order (those that [8] of section 5.1.7 makes the neutral
//     element). For such a key anybody can write a signature that is good for every text, so
//     its owner could deny each signature. Brendel et al., "The Provable Security of Ed25519",
//     IEEE S&P 2021, call what the refusal restores message-bound security.
bool is_ed25519_public_key(const Ed25519PublicKey& bytes);

// The same without a look at the curve, which costs a tenth of a verification: the encoding is
// canonical, and of no point of small order. A key that is no point verifies nothing anyway.
bool may_have_signed(const Ed25519PublicKey& key);

}  // namespace countersign
