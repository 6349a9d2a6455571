// What an identity provider answers, and what a browser brings back from it.
#include <string>

#include "core/check.h"
#include "core/text/utf8.h"
#include "http/client/http_url.h"
#include "http/oidc/callback.h"
#include "http/oidc/form_text.h"
#include "http/oidc/id_token.h"
#include "http/oidc/key_set.h"
#include "http/oidc/provider_answers.h"
#include "tests/fuzz/target.h"

namespace countersign::fuzz {
namespace {

void check_endpoint(const std::string& url) {
  check(!http::is_exposed_url(url), "nobody reads on the way to an endpoint");
  check(url.find_first_of("\r\n #") == std::string::npos, "an endpoint fits a header field");
}

void check_metadata(std::string_view input) {
  const auto metadata = http::read_metadata(input, "https://a");
  if (!metadata) {
    check(!metadata.error().why.empty() && metadata.error().why.size() < 200,
          "the refusal of metadata has a short reason");
    return;
  }
  check_endpoint(metadata->authorization_endpoint);
  check_endpoint(metadata->token_endpoint);
  check_endpoint(metadata->jwks_uri);
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

}  // namespace
}  // namespace countersign::fuzz
