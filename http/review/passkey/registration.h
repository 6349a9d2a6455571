#pragma once
#include <optional>
#include <string_view>

#include "core/reviewer/passkey.h"
#include "http/review/passkey/credential_json.h"
#include "http/settings/review_site.h"

namespace countersign::http {

// Verifies the registration of a passkey: the steps of W3C Web Authentication Level 3, section 7.1,
// for the attestation "none". The person was there and verified, the key is of a kind that
// assertions may have (events/crypto/passkey/spki.h), and it is for this site. Returns nullopt if
// any step fails. The caller checks whether the id and the key are new. Pure and thread-safe.
std::optional<Passkey> verify_registration(const ReviewSite& site,
                                           const RegistrationResponse& response,
                                           std::string_view challenge);

}  // namespace countersign::http
