#include "http/review/passkey/registration.h"

#include "core/text/base64url.h"
#include "events/crypto/passkey/assertion.h"
#include "events/crypto/passkey/spki.h"
#include "http/review/passkey/attested_credential.h"

namespace countersign::http {

std::optional<Passkey> verify_registration(const ReviewSite& site,
                                           const RegistrationResponse& response,
                                           std::string_view challenge) {
  if (fault_in_client_data(response.client_data, "webauthn.create", challenge, site.origin)) {
    return std::nullopt;
  }
  const auto data = parse_authenticator_data(response.authenticator_data);
  if (!data || fault_in(*data, site.relying_party)) return std::nullopt;
  const auto credential = read_attested_credential(response.authenticator_data);
  if (!credential || to_base64url(credential->id) != response.id) return std::nullopt;
  const auto spki = spki_of(credential->algorithm, credential->key);
  if (!spki) return std::nullopt;
  return Passkey{response.id, to_base64url(*spki), site.relying_party, site.origin, data->counter};
}

}  // namespace countersign::http
