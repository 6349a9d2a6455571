#include "http/oidc/login.h"

#include <utility>

#include "core/text/base64url.h"
#include "events/crypto/sha256.h"
#include "http/oidc/callback.h"
#include "http/oidc/form_text.h"

namespace countersign::http {
namespace {

LoginRefusal refusal_of(const ProviderFailure& failure) {
  return {LoginFault::ProviderFails, "the provider's " + failure.why};
}

LoginRefusal malformed_answer() {
  return {LoginFault::Stale, "the answer that a browser brought is malformed"};
}

LoginRefusal no_such_login() {
  return {LoginFault::Stale, "the login is too old, has ended, or was begun in another browser"};
}

LoginRefusal not_believed(std::string why) { return {LoginFault::NotBelieved, std::move(why)}; }

std::string address_of(const ProviderMetadata& metadata,
                       const OidcSettings& settings,
                       const LoginTransactions::Begun& login) {
  const char joint = metadata.authorization_endpoint.find('?') == std::string::npos ? '?' : '&';
  return metadata.authorization_endpoint + joint +
         form_text({{"response_type", "code"},
                    {"client_id", settings.client_id},
                    {"redirect_uri", settings.redirect_uri},
                    {"scope", settings.scope},
                    {"state", login.state},
                    {"nonce", login.nonce},
                    {"code_challenge", to_base64url(sha256(login.verifier))},
                    {"code_challenge_method", "S256"}});
}

}  // namespace

OidcLogin::OidcLogin(OidcSettings settings,
                     Secret client_secret,
                     RandomSource& random,
                     const Clock& clock,
                     SteadyNow now)
    : provider_(std::move(settings), std::move(client_secret), now),
      transactions_(random),
      clock_(clock),
      now_(std::move(now)) {}

Result<LoginBegun, LoginRefusal> OidcLogin::begun_at(
    const Result<ProviderMetadata, ProviderFailure>& metadata, const Digest& page) const {
  if (!metadata) return refusal_of(metadata.error());
  auto login = transactions_.begin(page, now_());
  return LoginBegun{address_of(*metadata, provider_.settings(), login), std::move(login.browser)};
}

Result<LoginBegun, LoginRefusal> OidcLogin::begin(const Digest& page) {
  return begun_at(provider_.metadata(), page);
}

std::optional<Result<LoginBegun, LoginRefusal>> OidcLogin::begin_at_once(const Digest& page) const {
  const auto metadata = provider_.known_metadata();
  return metadata ? std::optional(begun_at(*metadata, page)) : std::nullopt;
}

std::optional<LoginRefusal> OidcLogin::wrong_with_answer(std::string_view query,
                                                         std::string_view browser) const {
  const auto callback = parse_callback(query);
  if (!callback) return malformed_answer();
  if (!transactions_.is_open(callback->state, browser, now_())) return no_such_login();
  return std::nullopt;
}

Result<LoggedIn, LoginRefusal> OidcLogin::finish(std::string_view query, std::string_view browser) {
  const auto callback = parse_callback(query);
  if (!callback) return malformed_answer();
  const auto login = transactions_.take(callback->state, browser, now_());
  if (!login) return no_such_login();
  const auto metadata = provider_.metadata();
  if (!metadata) return refusal_of(metadata.error());
  if (callback->issuer ? *callback->issuer != provider_.settings().issuer
                       : metadata->says_issuer_in_answer) {
    return not_believed("the answer that a browser brought is not of this provider");
  }
  if (!callback->error.empty()) {
    return LoginRefusal{LoginFault::Refused, "the provider answers " + callback->error};
  }
  return redeem(callback->code, *login);
}

Result<LoggedIn, LoginRefusal> OidcLogin::redeem(std::string_view code,
                                                 const LoginTransactions::Taken& login) {
  const auto token = provider_.redeem(code, login.verifier);
  if (!token) return refusal_of(token.error());
  auto person = verified(*token, login.nonce);
  if (!person) return person.error();
  return LoggedIn{
      std::move(person->subject), std::move(person->name), std::move(person->roles), login.page};
}

Result<IdToken, LoginRefusal> OidcLogin::verified(std::string_view token, std::string_view nonce) {
  const OidcSettings& settings = provider_.settings();
  for (const bool fresh : {false, true}) {
    const auto keys = provider_.keys(fresh);
    if (!keys) return refusal_of(keys.error());
    auto person = verify_id_token(token,
                                  *keys,
                                  {.issuer = settings.issuer,
                                   .client_id = settings.client_id,
                                   .nonce = nonce,
                                   .roles_claim = settings.roles_claim,
                                   .now = clock_.now()});
    if (person) return *std::move(person);
    if (fresh || person.error() != IdTokenFault::UnknownKey) {
      return not_believed("the ID token " + std::string(name_of(person.error())));
    }
  }
  return not_believed("the ID token cannot be verified");
}

}  // namespace countersign::http
