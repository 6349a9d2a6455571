// A browser's messages about a passkey: the bodies of the ceremonies, and the bytes in them.
#include <string>

#include "core/check.h"
#include "core/text/base64url.h"
#include "events/crypto/passkey/assertion.h"
#include "events/crypto/passkey/spki.h"
#include "http/review/passkey/attested_credential.h"
#include "http/review/passkey/credential_json.h"
#include "http/review/passkey/registration.h"
#include "tests/fuzz/target.h"

namespace countersign::fuzz::passkey_target {

const http::ReviewSite kSite{"http://localhost:8081", "localhost"};
// That of the seeds.
const std::string kChallenge(32, '\0');

void check_bodies(std::string_view input) {
  std::string body(input);
  body.shrink_to_fit();
  (void)http::parse_link_body(body);
  (void)http::parse_ticket_body(body);
  if (const auto request = http::parse_registration_body(body)) {
    check(from_base64url(request->credential.id).has_value(),
          "the id of a credential is base64url");
    const auto passkey = http::verify_registration(kSite, request->credential, kChallenge);
    if (!passkey) return;
    check(passkey->origin == kSite.origin && passkey->relying_party == kSite.relying_party,
          "a passkey is for this site");
    const auto spki = from_base64url(passkey->spki);
    check(spki && is_passkey_spki(*spki), "the key of a registration is one that may sign");
  }
  if (const auto request = http::parse_login_body(body)) {
    const auto& signed_by = request->credential;
    check(from_base64url(signed_by.id).has_value(), "the id of a credential is base64url");
    (void)verify_assertion({std::string(input), "localhost", kSite.origin},
                           signed_by.authenticator_data,
                           signed_by.client_data,
                           signed_by.signature,
                           kChallenge);
  }
}

// Three parts with a line break between them: a key, authenticator data, client data.
void check_bytes(std::string_view input) {
  std::string_view rest = input;
  const std::string spki(take_until(rest, '\n'));
  const std::string data(take_until(rest, '\n'));
  const std::string client_data(rest);
  if (const auto parsed = parse_authenticator_data(data)) {
    check(data.size() >= 37, "authenticator data has its fixed part");
    check((data.size() > 37) == (parsed->has_credential || parsed->has_extensions),
          "authenticator data has no byte that its flags do not announce");
  }
  if (const auto credential = http::read_attested_credential(data)) {
    check(credential->key.size() < data.size() && credential->id.size() < data.size(),
          "a credential is in its data");
    check(!http::read_attested_credential(data.substr(0, data.size() - 1)) &&
              !http::read_attested_credential(data + '\0'),
          "a registration has no byte too few or too many");
  }
  const auto accepted =
      verify_assertion({spki, "localhost", kSite.origin}, data, client_data, "", kChallenge);
  check(!accepted, "nothing is signed by an empty signature");
  for (const PasskeyAlgorithm algorithm : kPasskeyAlgorithms) {
    const auto der = spki_of(algorithm, input);
    check(!der || is_passkey_spki(*der), "a key that is written is read");
  }
}

void run(std::string_view input) {
  check_bodies(input);
  check_bytes(input);
}

const Target kTarget("passkey", run);

}  // namespace countersign::fuzz::passkey_target
