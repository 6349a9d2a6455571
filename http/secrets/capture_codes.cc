#include "http/secrets/capture_codes.h"

#include <algorithm>
#include <span>

#include "core/big_endian.h"
#include "core/text/base64url.h"
#include "events/crypto/aes_siv.h"
#include "events/crypto/hkdf.h"
#include "events/crypto/hmac.h"

namespace countersign::http {
namespace {

constexpr std::size_t kIdBytes = sizeof(Uuid);
constexpr std::size_t kOfferBytes = 8;  // random, so that each code is its own
constexpr std::size_t kPlainMax = kIdBytes + kOfferBytes;

// The associated data, by which the code of a link is never one of a handoff.
std::string_view kind_of_code(JoinedBy how) { return name_of(how); }

std::string sealed_code(const SecretBytes<32>& key, JoinedBy how, ByteView plain) {
  std::array<std::uint8_t, kPlainMax + kSivTagBytes> bytes;
  const auto used = std::span(bytes).first(plain.size() + kSivTagBytes);
  seal_siv(key.reveal(), bytes_of(kind_of_code(how)), plain, used);
  return to_base64url(used);
}

std::array<std::uint8_t, kPlainMax> with_random_bytes(const SessionId& session,
                                                      RandomSource& random) {
  std::array<std::uint8_t, kPlainMax> plain;
  std::ranges::copy(session.value(), plain.begin());
  random.fill(std::span(plain).last<kOfferBytes>());
  return plain;
}

// Takes the next of a digest's numbers: one of `count`, from `least` on. A digest has eight.
std::uint32_t next_number(std::string_view& rest, std::uint32_t least, std::uint32_t count) {
  const auto drawn = big_endian<std::uint32_t>(rest);
  rest.remove_prefix(sizeof drawn);
  return least + drawn % count;
}

}  // namespace

CaptureCodes::CaptureCodes(const SecretBytes<32>& key)
    : sealing_key_(derive_key(key.reveal(), "seal")),
      number_key_(derive_key(key.reveal(), "numbers")) {}

std::string CaptureCodes::link(const SessionId& session) const {
  return sealed_code(sealing_key_, JoinedBy::Link, session.value());
}

std::string CaptureCodes::renewed_link(const SessionId& session, RandomSource& random) const {
  return sealed_code(sealing_key_, JoinedBy::Link, with_random_bytes(session, random));
}

std::string CaptureCodes::handoff(const SessionId& session, RandomSource& random) const {
  return sealed_code(sealing_key_, JoinedBy::Handoff, with_random_bytes(session, random));
}

std::optional<OpenedCode> CaptureCodes::open(std::string_view text) const {
  if (text.size() != kLinkCodeLength && text.size() != kRandomCodeLength) return std::nullopt;
  const auto bytes = from_base64url(text);
  if (!bytes) return std::nullopt;
  std::array<std::uint8_t, kPlainMax> plain;
  const auto used = std::span(plain).first(bytes->size() - kSivTagBytes);
  for (const JoinedBy how : {JoinedBy::Link, JoinedBy::Handoff}) {
    const bool opens =
        open_siv(sealing_key_.reveal(), bytes_of(kind_of_code(how)), bytes_of(*bytes), used);
    if (!opens || (how == JoinedBy::Handoff && text.size() == kLinkCodeLength)) continue;
    Uuid id;
    std::copy_n(plain.begin(), id.size(), id.begin());
    return OpenedCode{how, SessionId(id)};
  }
  return std::nullopt;
}

HandoffNumbers CaptureCodes::numbers_of(std::string_view code) const {
  constexpr std::uint32_t kLeast = 10;
  constexpr std::uint32_t kCount = 90;
  const Digest digest = hmac_sha256(number_key_.reveal(), code);
  std::string_view rest = text_of(digest);
  const std::uint32_t right = next_number(rest, kLeast, kCount);
  // One of the others each: a number that would be taken already is counted over.
  std::uint32_t second = next_number(rest, kLeast, kCount - 1);
  if (second >= right) ++second;
  std::uint32_t third = next_number(rest, kLeast, kCount - 2);
  if (third >= std::min(right, second)) ++third;
  if (third >= std::max(right, second)) ++third;

  HandoffNumbers numbers{right, {right, second, third}};
  const std::uint32_t place = next_number(rest, 0, 3);
  std::swap(numbers.shown.front(), numbers.shown.at(place));
  return numbers;
}

}  // namespace countersign::http
