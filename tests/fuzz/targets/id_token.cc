// ID tokens: what a stranger sends, and what a provider signs.
#include "http/oidc/token/id_token.h"

#include <string>

#include "core/check.h"
#include "core/text/printable.h"
#include "core/text/utf8.h"
#include "tests/fuzz/target.h"
#include "tests/http/oidc/support/token_maker.h"

namespace countersign::fuzz::id_token_target {

constexpr http::IdTokenRules kRules{.issuer = "https://a",
                                    .client_id = "c",
                                    .nonce = "n",
                                    .roles_claim = "r.s",
                                    .now = UtcTime(1'800'000'000'000'000)};

struct Provider {
  http::SigningKey key = http::SigningKey::p256("k");
  http::KeySet keys = http::parse_key_set(http::key_set({key.jwk()})).value();
};

const Provider& provider() {
  static const Provider only;
  return only;
}

void check_person(const http::IdToken& person) {
  check(!person.subject.empty() && person.subject.size() <= 255 && is_utf8(person.subject),
        "a subject is 1 to 255 bytes of UTF-8");
  check(person.name.size() <= 256 && printable(person.name) == person.name,
        "a name is printable and bounded");
  check(person.roles.size() <= 1001, "the roles are bounded");
}

void run(std::string_view input) {
  check(!http::verify_id_token(input, provider().keys, kRules), "nobody has signed the input");
  const std::string token = provider().key.sign("ES256", std::string(input));
  const auto signed_by_provider = http::verify_id_token(token, provider().keys, kRules);
  if (signed_by_provider) {
    check_person(*signed_by_provider);
  } else {
    check(signed_by_provider.error() != http::IdTokenFault::WrongSignature &&
              signed_by_provider.error() != http::IdTokenFault::UnknownKey,
          "what the provider has signed is verified");
  }
  // Any header at all, with a signature over it: only the right one is verified.
  const std::string other = provider().key.sign("ES256", std::string(input), "{}");
  check(!http::verify_id_token(other, provider().keys, kRules), "an empty payload names nobody");
}

const Target kTarget("id_token", run);

}  // namespace countersign::fuzz::id_token_target
