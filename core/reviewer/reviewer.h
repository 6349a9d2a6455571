#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/event/decision.h"
#include "core/event/decision_signature.h"
#include "core/event/event_place.h"
#include "core/event/event_ref.h"
#include "core/ids.h"
#include "core/reviewer/reviewer_command.h"
#include "core/reviewer/reviewer_event.h"
#include "core/utc_time.h"

namespace countersign {

// A passkey that the reviewer may use, and when it was used last: to log in, or to sign a decision.
struct OwnedPasskey {
  Passkey passkey;
  UtcTime added_at;
  std::optional<UtcTime> last_used_at;
  KeyWord by = KeyWord::Unsaid;  // on whose word it was added
  bool operator==(const OwnedPasskey&) const = default;
};
template <>
inline constexpr auto fields_of<OwnedPasskey> = fields(Field{"passkey", &OwnedPasskey::passkey},
                                                       Field{"addedAt", &OwnedPasskey::added_at},
                                                       Field{"lastUsedAt",
                                                             &OwnedPasskey::last_used_at},
                                                       Field{"by", &OwnedPasskey::by});
static_assert(record_is_sound<OwnedPasskey>);

// The link that registers a passkey, until it is used.
struct OpenLink {
  LinkHash link;
  UtcTime expires_at;
  bool operator==(const OpenLink&) const = default;
};
template <>
inline constexpr auto fields_of<OpenLink> = fields(Field{"link", &OpenLink::link},
                                                   Field{"expiresAt", &OpenLink::expires_at});
static_assert(record_is_sound<OpenLink>);

// A person who reviews: the fold of its stream. A value type; `registered` is false until the first
// event.
struct Reviewer {
  bool registered = false;
  bool disabled = false;
  bool by_provider = false;  // an identity provider logs the reviewer in, and no passkey does
  ReviewerId id;
  std::vector<RoleGrant> roles;
  std::vector<OwnedPasskey> passkeys;  // the oldest first
  std::optional<OpenLink> link;
  UtcTime created_at;
  std::optional<UtcTime> last_login_at;
  std::uint64_t version = 0;        // of the stream
  std::uint64_t last_sequence = 0;  // of the last event of the stream
  Sha256 last_leaf;                 // leaf hash of the last event of the stream
  bool operator==(const Reviewer&) const = default;
};
template <>
inline constexpr auto fields_of<Reviewer> = fields(Field{"registered", &Reviewer::registered},
                                                   Field{"disabled", &Reviewer::disabled},
                                                   Field{"byProvider", &Reviewer::by_provider},
                                                   Field{"id", &Reviewer::id},
                                                   Field{"roles", &Reviewer::roles},
                                                   Field{"passkeys", &Reviewer::passkeys},
                                                   Field{"link", &Reviewer::link},
                                                   Field{"createdAt", &Reviewer::created_at},
                                                   Field{"lastLoginAt", &Reviewer::last_login_at},
                                                   Field{"version", &Reviewer::version},
                                                   Field{"lastSequence", &Reviewer::last_sequence},
                                                   Field{"lastLeaf", &Reviewer::last_leaf});
static_assert(record_is_sound<Reviewer>);

inline constexpr std::size_t kPasskeysMax = 10;
inline constexpr std::size_t kRolesMax = 64;
// The lifetime of a link.
inline constexpr Duration kReviewerLinkTtl = std::chrono::minutes(15);

// Whether the reviewer may log in and act.
inline bool is_usable(const Reviewer& reviewer) {
  return reviewer.registered && !reviewer.disabled;
}

// Whether the reviewer has a passkey that the page of this origin may use.
bool has_passkey_for(const Reviewer& reviewer, std::string_view origin);
// Null if the reviewer has no passkey of this id.
const OwnedPasskey* find_passkey(const Reviewer& reviewer, std::string_view id);

// Whether the link of this hash registers a passkey at `now`.
bool is_link_open(const Reviewer& reviewer, const LinkHash& link, UtcTime now);

// Pure: the same reviewer and command always give the same decision.
Decision<ReviewerEvent> decide(const Reviewer& reviewer, const ReviewerCommand& command);

// Whether the counter of a decision's signature goes on from the newest one of its passkey, as that
// of a login has to. False if the reviewer has no such passkey.
bool is_counted_on(const Reviewer& reviewer, const DecisionSignature& signature);

// Pure and total: an event has already happened, so it cannot be refused.
void evolve(Reviewer& reviewer, EventRef<ReviewerEvent> event, const EventPlace& place);

// Records that the reviewer's passkey signed a decision, which is an event of a session: the time
// of its last use, and its counter. Total.
void note_signature(Reviewer& reviewer, const DecisionSignature& signature, UtcTime at);

}  // namespace countersign
