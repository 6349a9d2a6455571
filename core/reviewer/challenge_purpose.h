#pragma once
#include <cstdint>
#include <string>

#include "core/ids.h"
#include "core/text/bytes.h"

namespace countersign {

// The first byte of each challenge that a passkey answers here. It says what an answer is for, so
// that no answer of one ceremony is good in another: a signature that was asked for at a login is
// never the signature of a decision. The numbers are in signatures that logs keep, and in the
// console's page (http/pages/review/server/passkey.ts): no number is used again.
enum class ChallengePurpose : std::uint8_t {
  Login = 1,
  Registration = 2,
  Decision = 3,   // the SHA-256 of a statement follows (core/session/review/review_statement.h)
  KeyChange = 4,  // the SHA-256 of a statement about a passkey follows
};

// The bytes of a challenge: its purpose, then `rest`. So a challenge has 33 bytes. A challenge of
// 32 bytes is the SHA-256 of a decision's statement, as earlier releases had it signed.
inline std::string challenge_of(ChallengePurpose purpose, const Digest& rest) {
  std::string challenge(1, static_cast<char>(purpose));
  return challenge.append(text_of(ByteView(rest)));
}

}  // namespace countersign
