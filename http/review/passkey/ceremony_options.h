#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "core/reviewer/reviewer.h"
#include "http/json/schema_of.h"
#include "http/settings/review_site.h"

// The options that a page passes to the browser (W3C Web Authentication Level 3, section 5.1:
// PublicKeyCredentialCreationOptionsJSON and PublicKeyCredentialRequestOptionsJSON). Both ask for a
// person who is verified, and for nothing of the authenticator's make. `challenge` is the bytes, of
// core/reviewer/challenge_purpose.h.
namespace countersign::http {

// The options for a new passkey, as a member of an answer.
struct CreationOptions {
  std::string json;
  static Schema schema();
};
// The options for a signature, as a member of an answer.
struct RequestOptions {
  std::string json;
  static Schema schema();
};

// For a passkey that the reviewer's device finds without a name. Its user handle is the reviewer's
// id. An empty `name` is shown as the id.
CreationOptions creation_options(const ReviewSite& site,
                                 const Reviewer& reviewer,
                                 const std::string& name,
                                 std::string_view challenge);

// The options for a signature by one of these passkeys, or by any of this site if the list is
// empty.
RequestOptions request_options(const ReviewSite& site,
                               std::string_view challenge,
                               const std::vector<OwnedPasskey>& passkeys = {});

}  // namespace countersign::http
