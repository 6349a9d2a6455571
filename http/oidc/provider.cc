#include "http/oidc/provider.h"

#include <chrono>
#include <utility>

#include "core/text/base64url.h"
#include "http/oidc/form_text.h"
#include "http/oidc/token/id_token.h"

namespace countersign::http {
namespace {

using std::chrono::seconds;

constexpr seconds kFreshFor{3600};
constexpr seconds kPauseBetweenKeys{30};
constexpr std::size_t kAnswerMax = 256 * 1024;
// An ID token of kIdTokenMax, an access token that has the same in it, and one to refresh them.
constexpr std::size_t kTokenAnswerMax = 1024 * 1024;
static_assert(3 * kIdTokenMax < kTokenAnswerMax);

}  // namespace

OidcProvider::OidcProvider(OidcSettings settings, Secret client_secret, SteadyNow now)
    : settings_(std::move(settings)),
      rule_(settings_.issuer, settings_.allowed),
      client_secret_(std::move(client_secret)),
      now_(std::move(now)) {}

Result<ClientAnswer, NoAnswer> OidcProvider::ask(ClientRequest request,
                                                 std::size_t answer_bytes_max) {
  request.timeout = settings_.patience;
  request.answer_bytes_max = answer_bytes_max;
  request.guard = [this, &url = request.url](const ::sockaddr& address) {
    return rule_.may_connect(url, address);
  };
  return clients_.ask(request);
}

Result<std::string, ProviderFailure> OidcProvider::get(const std::string& url,
                                                       std::string_view what) {
  auto answer = ask({.url = url, .headers = {"Accept: application/json"}}, kAnswerMax);
  if (!answer) {
    return ProviderFailure{std::string(what) + " cannot be read: " + answer.error().why};
  }
  if (answer->status != kOkStatus) {
    return ProviderFailure{std::string(what) + " cannot be read: status " +
                           std::to_string(answer->status)};
  }
  return std::move(answer->body);
}

Result<ProviderMetadata, ProviderFailure> OidcProvider::ask_for_metadata() {
  const auto text = get(metadata_url(settings_.issuer), "metadata");
  if (!text) return text.error();
  return read_metadata(*text, settings_.issuer, rule_);
}

Result<ProviderMetadata, ProviderFailure> OidcProvider::metadata() {
  return metadata_.get(now_, kFreshFor, [this] { return ask_for_metadata(); });
}

std::optional<Result<ProviderMetadata, ProviderFailure>> OidcProvider::known_metadata() const {
  return metadata_.known(now_(), kFreshFor);
}

Result<KeySet, ProviderFailure> OidcProvider::ask_for_keys(const std::string& url) {
  const auto text = get(url, "keys");
  if (!text) return text.error();
  auto read = parse_key_set(*text);
  if (!read) return ProviderFailure{"keys are not a JSON Web Key Set"};
  return *std::move(read);
}

Result<KeySet, ProviderFailure> OidcProvider::keys(bool fresh) {
  const auto described = metadata();
  if (!described) return described.error();
  return keys_.get(now_, fresh ? kPauseBetweenKeys : kFreshFor, [&] {
    return ask_for_keys(described->jwks_uri);
  });
}

// Basic or Post. Post also stands for a client without a secret, and then sends none. Returns
// nullopt if the choice is the provider's and it offers neither. The provider need not offer the
// method that the operator has chosen: providers publish one list for all clients, and may forbid a
// client some of the methods.
std::optional<ClientAuthentication> OidcProvider::authentication_at(
    const ProviderMetadata& described) const {
  if (client_secret_.empty()) return ClientAuthentication::Post;
  if (settings_.authentication != ClientAuthentication::Automatic) return settings_.authentication;
  if (described.takes_basic) return ClientAuthentication::Basic;
  if (described.takes_post) return ClientAuthentication::Post;
  return std::nullopt;
}

Result<ClientRequest, ProviderFailure> OidcProvider::token_request(std::string_view code,
                                                                   std::string_view verifier) {
  const auto described = metadata();
  if (!described) return described.error();
  FormFields fields{{"grant_type", "authorization_code"},
                    {"code", std::string(code)},
                    {"redirect_uri", settings_.redirect_uri},
                    {"code_verifier", std::string(verifier)}};
  ClientRequest request{
      .method = "POST",
      .url = described->token_endpoint,
      .headers = {"Accept: application/json", "Content-Type: application/x-www-form-urlencoded"}};
  const auto authentication = authentication_at(*described);
  if (!authentication) {
    return ProviderFailure{"metadata offers no way to send a client's secret"};
  }
  if (*authentication == ClientAuthentication::Basic) {
    request.headers.push_back(
        "Authorization: Basic " +
        to_base64(form_encoded(settings_.client_id) + ':' + form_encoded(client_secret_.reveal())));
  } else {
    fields.emplace_back("client_id", settings_.client_id);
    if (!client_secret_.empty()) {
      fields.emplace_back("client_secret", std::string(client_secret_.reveal()));
    }
  }
  request.body = form_text(fields);
  return request;
}

Result<std::string, ProviderFailure> OidcProvider::redeem(std::string_view code,
                                                          std::string_view verifier) {
  const auto request = token_request(code, verifier);
  if (!request) return request.error();
  const auto answer = ask(*request, kTokenAnswerMax);
  if (!answer) {
    return ProviderFailure{"token endpoint does not answer: " + answer.error().why};
  }
  auto token = read_token_answer(answer->status, answer->body);
  if (!token) return ProviderFailure{token.error()};
  return *std::move(token);
}

}  // namespace countersign::http
