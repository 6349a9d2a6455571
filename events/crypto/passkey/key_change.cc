#include "events/crypto/passkey/key_change.h"

#include "core/reviewer/challenge_purpose.h"
#include "core/text/base64url.h"
#include "events/crypto/passkey/assertion.h"
#include "events/crypto/sha256.h"

namespace countersign {

std::optional<KeyStatement> statement_about(const ReviewerId& reviewer,
                                            KeyStatement::Act act,
                                            const Passkey& passkey) {
  const auto spki = from_base64url(passkey.spki);
  if (!spki) return std::nullopt;
  return KeyStatement{reviewer, act, passkey.id, Sha256(sha256(*spki)), passkey.origin};
}

std::string challenge_of(const KeyStatement& statement) {
  return challenge_of(ChallengePurpose::KeyChange, sha256(text_of(statement)));
}

bool is_signed_by(const Passkey& signer,
                  const KeySignature& signature,
                  const KeyStatement& statement) {
  const auto spki = from_base64url(signer.spki);
  const auto data = from_base64url(signature.authenticator_data);
  const auto client_data = from_base64url(signature.client_data);
  const auto signed_bytes = from_base64url(signature.signature);
  if (!spki || !data || !client_data || !signed_bytes) return false;
  return verify_assertion({*spki, signer.relying_party, signer.origin},
                          *data,
                          *client_data,
                          *signed_bytes,
                          challenge_of(statement))
      .has_value();
}

}  // namespace countersign
