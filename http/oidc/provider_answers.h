#pragma once
#include <string>
#include <string_view>

#include "core/result.h"
#include "http/oidc/endpoint_rule.h"

// The answers of an identity provider.
namespace countersign::http {

// The reason why a provider gave no valid answer, for the operator's log: the end of a sentence,
// "the provider's ...", with nothing that the provider has written.
struct ProviderFailure {
  std::string why;
};

// The metadata of a provider (OpenID Connect Discovery 1.0 section 3).
struct ProviderMetadata {
  std::string authorization_endpoint;
  std::string token_endpoint;
  std::string jwks_uri;
  bool takes_basic = true;             // the client's secret in the header Authorization
  bool takes_post = false;             // the secret in the body
  bool says_issuer_in_answer = false;  // RFC 9207
};

// Returns what is wrong with the issuer that the operator names, as the end of a sentence, or "".
// An issuer is an https URL without query and fragment; http on this machine, for tests.
std::string wrong_with_issuer(std::string_view issuer);

// The address of the metadata (OpenID Connect Discovery 1.0 section 4).
std::string metadata_url(std::string_view issuer);

// Reads the metadata, which must be of exactly this issuer, and offer the code flow with an
// algorithm that is accepted here. Its addresses keep the rule.
Result<ProviderMetadata, ProviderFailure> read_metadata(std::string_view text,
                                                        std::string_view issuer,
                                                        const EndpointRule& rule);

// The status of an answer that is good.
inline constexpr int kOkStatus = 200;

// Reads the ID token in an answer of the token endpoint with this status (RFC 6749 section 5).
Result<std::string, ProviderFailure> read_token_answer(int status, std::string_view text);

}  // namespace countersign::http
