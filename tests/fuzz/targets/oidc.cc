// The answers of an identity provider, and the parameters that a browser brings back from it.
#include <netinet/in.h>

#include <string>

#include "core/check.h"
#include "core/text/utf8.h"
#include "core/webhook/webhook_url.h"
#include "events/crypto/os_random.h"
#include "http/client/http_url.h"
#include "http/oidc/callback.h"
#include "http/oidc/form_text.h"
#include "http/oidc/login_transactions.h"
#include "http/oidc/provider_answers.h"
#include "http/oidc/token/id_token.h"
#include "http/oidc/token/key_set.h"
#include "tests/fuzz/target.h"

namespace countersign::fuzz::oidc_target {

constexpr std::string_view kIssuer = "https://a";

const http::EndpointRule& rule() {
  static const http::EndpointRule only(kIssuer, http::AddressBlocks());
  return only;
}

void check_endpoint(const std::string& url) {
  check(url.starts_with("https://") || url.starts_with("HTTPS://") || !http::is_exposed_url(url),
        "nobody reads on the way to an endpoint");
  check(url.find_first_of("\r\n #") == std::string::npos, "an endpoint fits a header field");
  check(rule().wrong_with(url).empty(), "an endpoint keeps the rule");
}

void check_metadata(std::string_view input) {
  const auto metadata = http::read_metadata(input, kIssuer, rule());
  if (!metadata) {
    check(!metadata.error().why.empty() && metadata.error().why.size() < 200,
          "the refusal of metadata has a short reason");
    return;
  }
  check_endpoint(metadata->authorization_endpoint);
  check_endpoint(metadata->token_endpoint);
  check_endpoint(metadata->jwks_uri);
}

// A URL as an endpoint, at an issuer on this machine and at one that is not.
void check_url(std::string_view url) {
  static const http::EndpointRule here("http://localhost:1", http::AddressBlocks());
  if (!rule().wrong_with(url).empty()) return;
  check(here.wrong_with(url).empty() || parse_webhook_url(url)->host == "a",
        "what leads into the open internet may be named by each issuer");
  ::sockaddr_in loopback{};
  loopback.sin_family = AF_INET;
  loopback.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const bool connects = rule().may_connect(url, reinterpret_cast<const ::sockaddr&>(loopback));
  check(connects == (parse_webhook_url(url)->host == "a"),
        "only the issuer's own name may lead to this machine");
}

// The state that a browser names for a login that it has not begun.
void check_state(std::string_view input) {
  static OsRandom random;
  static http::LoginTransactions logins(random);
  static const auto begun = logins.begin(Digest{}, SteadyTime());
  check(!logins.is_open(input, "browser", SteadyTime()), "nobody makes a state of a login");
  check(!logins.is_open(input, begun.browser, SteadyTime()) || input == begun.state,
        "a login has one state");
}

void check_callback(std::string_view input) {
  const auto callback = http::parse_callback(input);
  if (!callback) return;
  check(!callback->state.empty(), "an answer names its login");
  check(callback->code.empty() != callback->error.empty(), "an answer has a code or an error");
  check(http::known_oauth_error(callback->error) == callback->error || callback->error.empty(),
        "an error is a known word");
}

void run(std::string_view input) {
  check_metadata(input);
  check_callback(input);
  check_url(input);
  check_state(input);
  if (const auto fields = http::parse_form(input)) {
    check(http::parse_form(http::form_text(*fields)) == *fields,
          "a form is written as it was read");
  }
  if (const auto token = http::read_token_answer(http::kOkStatus, input)) {
    check(!token->empty() && token->size() <= http::kIdTokenMax, "an ID token is bounded");
  }
  const auto keys = http::parse_key_set(input);
  if (!keys) return;
  check(keys->size() <= http::kKeysMax, "a key set is bounded");
  if (keys->empty()) return;
  check(http::verify_id_token("e30.e30.AAAA", *keys, {}).error() ==
            http::IdTokenFault::WrongAlgorithm,
        "a token without an algorithm is refused");
  for (const http::VerificationKey& key : *keys) {
    check(!key.key.has_signed(SignatureAlgorithm::Es256, input, std::string(64, 'a')) &&
              !key.key.has_signed(SignatureAlgorithm::Rs256, input, std::string(256, 'a')),
          "no key has signed what nobody has signed");
  }
}

const Target kTarget("oidc", run);

}  // namespace countersign::fuzz::oidc_target
