#include "http/oidc/token/signed_text.h"

#include <algorithm>
#include <utility>

#include "core/text/base64url.h"

namespace countersign::http {

std::optional<SignedText> read_signed_text(std::string_view token) {
  if (token.size() > kSignedTextMax || std::ranges::count(token, '.') != 2) return std::nullopt;
  const std::size_t first = token.find('.');
  const std::size_t second = token.rfind('.');
  auto header = from_base64url(token.substr(0, first));
  auto payload = from_base64url(token.substr(first + 1, second - first - 1));
  auto signature = from_base64url(token.substr(second + 1));
  if (!header || !payload || !signature || header->size() > kSignedHeaderMax) return std::nullopt;
  return SignedText{
      *std::move(header), *std::move(payload), *std::move(signature), token.substr(0, second)};
}

}  // namespace countersign::http
