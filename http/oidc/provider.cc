#include "http/oidc/provider.h"

#include <utility>

#include "core/text/base64url.h"
#include "http/oidc/form_text.h"

namespace countersign::http {
namespace {

using std::chrono::seconds;

constexpr seconds kFreshFor{3600};
constexpr seconds kPauseAfterFailure{5};
constexpr seconds kPauseBetweenKeys{30};
constexpr seconds kTimeout{10};
constexpr std::size_t kAnswerMax = 256 * 1024;

}  // namespace

OidcProvider::OidcProvider(OidcSettings settings, Secret client_secret, SteadyNow now)
    : settings_(std::move(settings)),
      rule_(settings_.issuer, settings_.allowed),
      client_secret_(std::move(client_secret)),
      now_(std::move(now)) {}

Result<ClientAnswer, NoAnswer> OidcProvider::ask(ClientRequest request) {
  request.timeout = kTimeout;
  request.answer_bytes_max = kAnswerMax;
  request.guard = [this, &url = request.url](const ::sockaddr& address) {
    return rule_.may_connect(url, address);
  };
  return client_.ask(request);
}

Result<std::string, ProviderFailure> OidcProvider::get(const std::string& url,
                                                       std::string_view what) {
  auto answer = ask({.url = url, .headers = {"Accept: application/json"}});
  if (!answer) {
    return ProviderFailure{std::string(what) + " cannot be read: " + answer.error().why};
  }
  if (answer->status != kOkStatus) {
    return ProviderFailure{std::string(what) + " cannot be read: status " +
                           std::to_string(answer->status)};
  }
  return std::move(answer->body);
}

void OidcProvider::ask_for_metadata() {
  const auto text = get(metadata_url(settings_.issuer), "metadata");
  metadata_ = {.value = std::nullopt, .asked_at = now_(), .failure = ""};
  if (!text) {
    metadata_.failure = text.error().why;
    return;
  }
  auto read = read_metadata(*text, settings_.issuer, rule_);
  if (read) {
    metadata_.value = *std::move(read);
  } else {
    metadata_.failure = read.error().why;
  }
}

Result<ProviderMetadata, ProviderFailure> OidcProvider::metadata() {
  const auto known_for = metadata_.failure.empty() ? kFreshFor : kPauseAfterFailure;
  const bool never = !metadata_.value && metadata_.failure.empty();
  if (never || now_() - metadata_.asked_at >= known_for) ask_for_metadata();
  if (!metadata_.value) return ProviderFailure{metadata_.failure};
  return *metadata_.value;
}

void OidcProvider::ask_for_keys(const std::string& url) {
  const auto text = get(url, "keys");
  keys_.asked_at = now_();
  auto read = text ? parse_key_set(*text) : std::nullopt;
  keys_.failure = !text ? text.error().why : !read ? "keys are not a JSON Web Key Set" : "";
  keys_.value = std::move(read);
}

Result<KeySet, ProviderFailure> OidcProvider::keys(bool fresh) {
  const auto described = metadata();
  if (!described) return described.error();
  const bool never = !keys_.value && keys_.failure.empty();
  const auto known_for = !keys_.failure.empty() ? kPauseAfterFailure
                         : fresh                ? kPauseBetweenKeys
                                                : kFreshFor;
  if (never || now_() - keys_.asked_at >= known_for) ask_for_keys(described->jwks_uri);
  if (!keys_.value) return ProviderFailure{keys_.failure};
  return *keys_.value;
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
  if (!client_secret_.empty() && described->takes_basic) {
    request.headers.push_back(
        "Authorization: Basic " +
        to_base64(form_encoded(settings_.client_id) + ':' + form_encoded(client_secret_.reveal())));
  } else {
    fields.emplace_back("client_id", settings_.client_id);
    if (!client_secret_.empty()) {
      if (!described->takes_post) {
        return ProviderFailure{"metadata offers no way to send a client's secret"};
      }
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
  const auto answer = ask(*request);
  if (!answer) {
    return ProviderFailure{"token endpoint does not answer: " + answer.error().why};
  }
  auto token = read_token_answer(answer->status, answer->body);
  if (!token) return ProviderFailure{token.error()};
  return *std::move(token);
}

}  // namespace countersign::http
