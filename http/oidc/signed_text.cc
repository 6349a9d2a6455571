#include "http/oidc/signed_text.h"

#include <cjose/cjose.h>

#include <memory>

namespace countersign::http {
namespace {

struct Release {
  void operator()(cjose_jws_t* jws) const { ::cjose_jws_release(jws); }
  void operator()(cjose_jwk_t* jwk) const { ::cjose_jwk_release(jwk); }
};

}  // namespace

std::optional<std::string> verified_payload(std::string_view token,
                                            SignatureAlgorithm algorithm,
                                            const VerificationKey& key) {
  if (kind_of(algorithm) != key.kind) return std::nullopt;
  cjose_err error{};
  const std::unique_ptr<cjose_jwk_t, Release> jwk(
      ::cjose_jwk_import(key.jwk.data(), key.jwk.size(), &error));
  const std::unique_ptr<cjose_jws_t, Release> jws(
      ::cjose_jws_import(token.data(), token.size(), &error));
  if (!jwk || !jws) return std::nullopt;
  // cjose verifies with the algorithm that it reads itself: it must be the one that was asked for.
  const char* const read =
      ::cjose_header_get(::cjose_jws_get_protected(jws.get()), CJOSE_HDR_ALG, &error);
  if (read == nullptr || read != name_of(algorithm)) return std::nullopt;
  if (!::cjose_jws_verify(jws.get(), jwk.get(), &error)) return std::nullopt;
  std::uint8_t* payload = nullptr;  // of the token
  std::size_t size = 0;
  if (!::cjose_jws_get_plaintext(jws.get(), &payload, &size, &error)) return std::nullopt;
  return std::string(reinterpret_cast<const char*>(payload), size);
}

}  // namespace countersign::http
