#include "http/review/passkey/sealed_challenges.h"

#include <array>
#include <cstdint>
#include <utility>

#include "core/big_endian.h"
#include "core/text/bytes.h"
#include "events/crypto/hmac.h"

namespace countersign::http {
namespace {

// Behind the purpose: milliseconds since this object began, random bytes, half of an HMAC-SHA256
// (RFC 2104 section 5). W3C Web Authentication section 13.4.3 asks for 16 bytes that nobody can
// guess: the hash has them, without the key.
constexpr std::size_t kTimeAt = 1;
constexpr std::size_t kRandomBytes = 8;
constexpr std::size_t kOpenBytes = kTimeAt + sizeof(std::uint64_t) + kRandomBytes;
constexpr std::size_t kSealBytes = 16;
static_assert(kOpenBytes + kSealBytes == 33);

std::uint64_t ms_between(SteadyTime from, SteadyTime to) {
  return static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::milliseconds>(to - from).count());
}

}  // namespace

SealedChallenges::SealedChallenges(RandomSource& random, SteadyNow now)
    : random_(random),
      now_(std::move(now)),
      begun_(now_()),
      key_(SecretBytes<32>::random(random)) {}

std::string SealedChallenges::make(ChallengePurpose purpose, std::string_view ceremony) {
  std::string open(1, static_cast<char>(purpose));
  append_big_endian(open, ms_between(begun_, now_()));
  std::array<std::uint8_t, kRandomBytes> random{};
  random_.fill(random);
  open += text_of(ByteView(random));
  return sealed(open, ceremony);
}

bool SealedChallenges::is_open(std::string_view challenge,
                               ChallengePurpose purpose,
                               std::string_view ceremony) const {
  if (challenge.size() != kOpenBytes + kSealBytes) return false;
  if (challenge.front() != static_cast<char>(purpose)) return false;
  const std::string ours = sealed(challenge.substr(0, kOpenBytes), ceremony);
  if (!equal_in_constant_time(challenge, ours)) return false;
  const auto made = big_endian<std::uint64_t>(challenge.substr(kTimeAt));
  const auto lifetime = static_cast<std::uint64_t>(std::chrono::milliseconds(kLifetime).count());
  return ms_between(begun_, now_()) - made < lifetime;
}

// The open part has one length, so no two pairs of it and a name are the same text.
std::string SealedChallenges::sealed(std::string_view open, std::string_view ceremony) const {
  std::string text(open);
  text += ceremony;
  const Digest seal = hmac_sha256(key_.reveal(), text);
  return std::string(open).append(text_of(ByteView(seal).first(kSealBytes)));
}

}  // namespace countersign::http
