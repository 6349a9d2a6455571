#include "http/oidc/provider_answers.h"

#include <algorithm>
#include <utility>

#include "core/webhook/webhook_url.h"
#include "http/client/http_url.h"
#include "http/oidc/callback.h"
#include "http/oidc/token/id_token.h"
#include "http/oidc/token/json_object.h"
#include "http/oidc/token/key_set.h"

namespace countersign::http {
namespace {

using rapidjson::Value;

bool lists(const Value& metadata, std::string_view name, std::string_view text) {
  const Value* const list = member_of(metadata, name);
  if (list == nullptr || !list->IsArray()) return false;
  return std::ranges::any_of(list->GetArray(), [&](const Value& each) {
    return each.IsString() && string_in(each) == text;
  });
}

bool lists_algorithm(const Value& metadata) {
  return std::ranges::any_of(enum_names<SignatureAlgorithm>, [&](const auto& each) {
    return lists(metadata, "id_token_signing_alg_values_supported", each.name);
  });
}

std::string wrong_with_offer(const Value& metadata) {
  if (!lists(metadata, "response_types_supported", "code")) return "does not offer the code flow";
  if (!lists_algorithm(metadata)) {
    return "offers no signature algorithm that is accepted here (RS256, PS256, ES256)";
  }
  // Some providers do PKCE without saying so; none says so and means another method.
  constexpr std::string_view kMethods = "code_challenge_methods_supported";
  if (member_of(metadata, kMethods) != nullptr && !lists(metadata, kMethods, "S256")) {
    return "does not offer PKCE with S256";
  }
  return "";
}

}  // namespace

std::string wrong_with_issuer(std::string_view issuer) {
  if (std::string wrong = wrong_with_url(issuer); !wrong.empty()) return wrong;
  if (const auto parsed = parse_webhook_url(issuer); !parsed) return parsed.error();
  if (is_exposed_url(issuer)) return "does not begin with https://";
  return "";
}

std::string metadata_url(std::string_view issuer) {
  if (issuer.ends_with('/')) issuer.remove_suffix(1);
  return std::string(issuer) + "/.well-known/openid-configuration";
}

Result<ProviderMetadata, ProviderFailure> read_metadata(std::string_view text,
                                                        std::string_view issuer,
                                                        const EndpointRule& rule) {
  rapidjson::Document document;
  if (!parse_object(document, text)) return ProviderFailure{"metadata is not a JSON object"};
  if (text_of(document, "issuer") != issuer)
    return ProviderFailure{"metadata names another issuer"};
  if (std::string wrong = wrong_with_offer(document); !wrong.empty())
    return ProviderFailure{"metadata " + wrong};
  ProviderMetadata metadata;
  metadata.authorization_endpoint = text_of(document, "authorization_endpoint");
  metadata.token_endpoint = text_of(document, "token_endpoint");
  metadata.jwks_uri = text_of(document, "jwks_uri");
  for (const auto& [name, url] :
       {std::pair("authorization_endpoint", metadata.authorization_endpoint),
        std::pair("token_endpoint", metadata.token_endpoint),
        std::pair("jwks_uri", metadata.jwks_uri)}) {
    if (const std::string wrong = rule.wrong_with(url); !wrong.empty()) {
      return ProviderFailure{"metadata has a member " + std::string(name) + " that " + wrong};
    }
  }
  constexpr std::string_view kMethods = "token_endpoint_auth_methods_supported";
  metadata.takes_basic =
      member_of(document, kMethods) == nullptr || lists(document, kMethods, "client_secret_basic");
  metadata.takes_post = lists(document, kMethods, "client_secret_post");
  const Value* const says = member_of(document, "authorization_response_iss_parameter_supported");
  metadata.says_issuer_in_answer = says != nullptr && says->IsTrue();
  return metadata;
}

Result<std::string, ProviderFailure> read_token_answer(int status, std::string_view text) {
  rapidjson::Document document;
  const bool is_object = parse_object(document, text);
  if (status != kOkStatus) {
    const auto error = known_oauth_error(is_object ? text_of(document, "error") : "");
    return ProviderFailure{"token endpoint refuses the code: " + std::string(error)};
  }
  if (!is_object) return ProviderFailure{"token endpoint's answer is not a JSON object"};
  const std::string_view token = text_of(document, "id_token");
  if (token.empty()) return ProviderFailure{"token endpoint's answer has no ID token"};
  if (token.size() > kIdTokenMax) return ProviderFailure{"ID token is too long"};
  return std::string(token);
}

}  // namespace countersign::http
