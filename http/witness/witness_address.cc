#include "http/witness/witness_address.h"

#include <utility>

#include "http/client/http_url.h"

namespace countersign::http {

Result<WitnessAddress, std::string> parse_witness_address(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == text.npos) return std::string("is not URL=VKEY");
  std::string url(text.substr(0, equals));
  while (url.ends_with('/')) url.pop_back();
  if (const std::string wrong = wrong_with_url(url); !wrong.empty()) {
    return "has a URL that " + wrong;
  }
  auto key = tlog::VerifierKey::parse(text.substr(equals + 1));
  if (!key) return "has no verifier key behind the '=': " + key.error();
  if (key->type() != tlog::KeyType::Witness) {
    return std::string("has a verifier key that makes no cosignatures");
  }
  return WitnessAddress{std::move(url), std::move(key).value()};
}

}  // namespace countersign::http
