#include "http/review/passkey/registration.h"

#include <fido.h>

#include <memory>
#include <new>
#include <string_view>

#include "core/text/base64url.h"
#include "events/crypto/passkey/assertion.h"
#include "events/crypto/passkey/spki.h"

namespace countersign::http {
namespace {

constexpr std::size_t kCredentialIdBytesMax = 1023;  // section 4, "Credential ID"

struct FreeCredential {
  void operator()(fido_cred_t* credential) const { fido_cred_free(&credential); }
};
using Credential = std::unique_ptr<fido_cred_t, FreeCredential>;

std::string_view text_at(const unsigned char* bytes, std::size_t size) {
  return {reinterpret_cast<const char*>(bytes), size};
}

// The credential in the data if its key is of this kind; else null.
Credential credential_in(std::string_view authenticator_data, PasskeyAlgorithm algorithm) {
  Credential credential(fido_cred_new());
  if (!credential) throw std::bad_alloc();
  if (fido_cred_set_type(credential.get(), static_cast<int>(algorithm)) != FIDO_OK) return nullptr;
  const auto* bytes = reinterpret_cast<const unsigned char*>(authenticator_data.data());
  if (fido_cred_set_authdata_raw(credential.get(), bytes, authenticator_data.size()) != FIDO_OK) {
    return nullptr;
  }
  return credential;
}

}  // namespace

std::optional<Passkey> verify_registration(const ReviewSite& site,
                                           const RegistrationResponse& response,
                                           std::string_view challenge) {
  if (fault_in_client_data(response.client_data, "webauthn.create", challenge, site.origin)) {
    return std::nullopt;
  }
  const auto data = parse_authenticator_data(response.authenticator_data);
  if (!data || !data->has_credential || fault_in(*data, site.relying_party)) return std::nullopt;
  // libfido2 reads a credential as one of a kind, and refuses one of another.
  for (const PasskeyAlgorithm algorithm : kPasskeyAlgorithms) {
    const Credential credential = credential_in(response.authenticator_data, algorithm);
    if (!credential) continue;
    const std::string_view id =
        text_at(fido_cred_id_ptr(credential.get()), fido_cred_id_len(credential.get()));
    const auto spki = spki_of(
        algorithm,
        text_at(fido_cred_pubkey_ptr(credential.get()), fido_cred_pubkey_len(credential.get())));
    if (id.empty() || id.size() > kCredentialIdBytesMax || !spki) return std::nullopt;
    if (to_base64url(id) != response.id) return std::nullopt;
    return Passkey{
        response.id, to_base64url(*spki), site.relying_party, site.origin, data->counter};
  }
  return std::nullopt;
}

}  // namespace countersign::http
