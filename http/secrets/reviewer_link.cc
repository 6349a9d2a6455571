#include "http/secrets/reviewer_link.h"

#include <array>

#include "core/text/base64url.h"
#include "events/crypto/sha256.h"

namespace countersign::http {
namespace {

constexpr std::size_t kSecretBytesOfLink = 32;

}  // namespace

std::string make_reviewer_link(const ReviewerId& reviewer, RandomSource& random) {
  std::array<std::uint8_t, kSecretBytesOfLink> secret{};
  random.fill(secret);
  return reviewer.value() + '.' + to_base64url(ByteView(secret));
}

std::optional<OpenedLink> open_reviewer_link(std::string_view code) {
  const std::size_t dot = code.find('.');
  if (dot == std::string_view::npos || !is_reviewer_id(code.substr(0, dot))) return std::nullopt;
  const auto secret = from_base64url(code.substr(dot + 1));
  if (!secret || secret->size() != kSecretBytesOfLink) return std::nullopt;
  return OpenedLink{ReviewerId(std::string(code.substr(0, dot))), LinkHash(sha256(code))};
}

}  // namespace countersign::http
