#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/ids.h"
#include "core/reviewer/passkey.h"
#include "core/reviewer/reviewer_event.h"
#include "core/reviewer/reviewer_role.h"
#include "core/utc_time.h"

// The commands to a reviewer. core/stream/command.h lists the parts of a command.
namespace countersign {

struct RegisterReviewer {
  UtcTime at;
  std::vector<RoleGrant> roles;
};

struct ChangeReviewer {
  UtcTime at;
  std::vector<RoleGrant> roles;
};

struct MakeReviewerLink {
  UtcTime at;
  LinkHash link;
  UtcTime expires_at;
};

// The caller has verified the registration of the passkey, and the signature. Without a link and
// without a signature, an identity provider has logged the reviewer in.
struct AddPasskey {
  UtcTime at;
  Passkey passkey;
  std::optional<LinkHash> link{};
  std::optional<KeySignature> signature{};
};

// The caller has verified the signature. Without one, the command is an operator's.
struct RevokePasskey {
  UtcTime at;
  std::string passkey;
  std::optional<KeySignature> signature{};
};

struct DisableReviewer {
  UtcTime at;
  std::string reason;
};

// The caller has verified the passkey's assertion. An event of another method comes from
// LogInByProvider.
struct LogInReviewer {
  UtcTime at;
  LoginMethod method = LoginMethod::Passkey;
  std::string passkey{};  // its id; empty unless it is the method
  std::uint32_t counter = 0;
};

// The caller has verified the identity provider's statement, which names the roles at each login.
// The first login registers the reviewer. REQUIRES: roles are not empty.
struct LogInByProvider {
  UtcTime at;
  std::vector<RoleGrant> roles;
};

using ReviewerCommand = std::variant<RegisterReviewer,
                                     ChangeReviewer,
                                     MakeReviewerLink,
                                     AddPasskey,
                                     RevokePasskey,
                                     DisableReviewer,
                                     LogInReviewer,
                                     LogInByProvider>;

}  // namespace countersign
