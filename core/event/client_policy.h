#pragma once
#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/enum_names.h"
#include "core/event/stated_reason.h"
#include "core/event/threshold_override.h"
#include "core/schema.h"
#include "core/strong.h"
#include "core/terms.h"
#include "core/utc_time.h"

namespace countersign {

// At most `count` requests in each period of `per_ms` milliseconds; written `300/1m`.
struct Rate {
  std::uint32_t count = 0;
  std::uint64_t per_ms = 60'000;
  bool operator==(const Rate&) const = default;
};
template <>
inline constexpr auto fields_of<Rate> = fields(Field{"count", &Rate::count},
                                               Field{"perMs", &Rate::per_ms});
static_assert(record_is_sound<Rate>);

// Whether a decision of people may be replaced by another.
enum class Corrections : std::uint8_t { Allowed, Forbidden };
template <>
inline constexpr auto enum_names<Corrections> = std::to_array<Named<Corrections>>({
    {Corrections::Allowed, "ALLOWED"},
    {Corrections::Forbidden, "FORBIDDEN"},
});

// Whether a registered reviewer may decide without a look at each side of the document and at the
// face. The reviewer says why all the same.
enum class DecisionsWithoutLook : std::uint8_t { Allowed, Forbidden };
template <>
inline constexpr auto enum_names<DecisionsWithoutLook> =
    std::to_array<Named<DecisionsWithoutLook>>({
        {DecisionsWithoutLook::Allowed, "ALLOWED"},
        {DecisionsWithoutLook::Forbidden, "FORBIDDEN"},
    });
template <>
inline constexpr bool left_out_if_empty<DecisionsWithoutLook> = true;

// How long a case may wait for the decision of a person, in milliseconds from the end of the
// capture. A case that waits longer is reported as overdue, and stays as it is.
using ReviewDue = Strong<struct ReviewDueTag, std::uint64_t>;
template <>
inline constexpr bool left_out_if_empty<ReviewDue> = true;

// The rights and limits of one client. A member without a value follows the server's setting.
struct ClientPolicy {
  std::vector<Purpose> purposes;       // that the client may use; never empty
  std::optional<std::uint64_t> quota;  // sessions per calendar month (UTC); none: no quota
  std::optional<std::uint64_t> token_ttl_ms;
  std::optional<Rate> create_rate;
  std::optional<Rate> read_rate;
  std::optional<Rate> bundle_rate;
  std::optional<std::uint64_t> retention_ms;             // for the files of completed sessions
  std::optional<std::uint64_t> retention_unfinished_ms;  // for the files of all other sessions
  bool auditor = false;                                  // may read the log's checkpoints and tiles
  std::vector<ThresholdOverride> thresholds;             // override the server's for this client
  bool mrz_values = false;                           // may read the values that a document states
  std::optional<std::uint64_t> retention_review_ms;  // for the files of sessions that wait for one
  std::uint64_t reviewers = 1;                       // that a review needs: 1, or 2 who agree
  // Whether registered reviewers may decide without a signature. A client that is made now may not
  // unless it is said (policy_of_new_client()); the policies of older events may.
  bool unsigned_decisions = true;
  Corrections corrections = Corrections::Allowed;
  std::optional<DecisionsWithoutLook> decisions_without_look{};  // none: allowed
  std::optional<ReviewDue> review_due{};                         // none: no case becomes overdue
  // A reviewer chooses one of these with a decision, and the person gets it. None: no sentences.
  std::optional<ToldSentences> review_reasons{};
  bool operator==(const ClientPolicy&) const = default;
};
template <>
inline constexpr auto fields_of<ClientPolicy> =
    fields(Field{"purposes", &ClientPolicy::purposes},
           Field{"quota", &ClientPolicy::quota},
           Field{"tokenTtlMs", &ClientPolicy::token_ttl_ms},
           Field{"createRate", &ClientPolicy::create_rate},
           Field{"readRate", &ClientPolicy::read_rate},
           Field{"bundleRate", &ClientPolicy::bundle_rate},
           Field{"retentionMs", &ClientPolicy::retention_ms},
           Field{"retentionUnfinishedMs", &ClientPolicy::retention_unfinished_ms},
           Field{"auditor", &ClientPolicy::auditor},
           Field{"thresholds", &ClientPolicy::thresholds},
           Field{"mrzValues", &ClientPolicy::mrz_values},
           Field{"retentionReviewMs", &ClientPolicy::retention_review_ms},
           Field{"reviewers", &ClientPolicy::reviewers},
           Field{"unsignedDecisions", &ClientPolicy::unsigned_decisions},
           Field{"corrections", &ClientPolicy::corrections},
           Field{"decisionsWithoutLook", &ClientPolicy::decisions_without_look},
           Field{"reviewDueMs", &ClientPolicy::review_due},
           Field{"reviewReasons", &ClientPolicy::review_reasons});
static_assert(record_is_sound<ClientPolicy>);

inline bool forbids_decisions_without_look(const ClientPolicy& policy) {
  return policy.decisions_without_look == DecisionsWithoutLook::Forbidden;
}

// The due time of the client's cases in milliseconds; 0 if it has none.
inline std::uint64_t due_ms_of(const ClientPolicy& policy) {
  return policy.review_due ? policy.review_due->value() : 0;
}

// The client's sentence of this name; null if it has none.
inline const ToldSentence* sentence_named(const ClientPolicy& policy, std::string_view name) {
  if (!policy.review_reasons) return nullptr;
  for (const ToldSentence& each : policy.review_reasons->value()) {
    if (each.name == name) return &each;
  }
  return nullptr;
}

// The sentence that the client has now in place of one that a caller names; nullopt if the caller
// names none, or one that the client does not have.
inline std::optional<std::string> sentence_now(const ClientPolicy& policy,
                                               const std::optional<ToldSentence>& told) {
  const ToldSentence* const now = told ? sentence_named(policy, told->name) : nullptr;
  return now == nullptr ? std::nullopt : std::optional(now->sentence);
}

inline constexpr std::uint64_t kReviewersMax = 2;  // that a policy can ask for

// How long the files of a client's session are kept after the session was completed or ended
// otherwise. For a session in review the first period begins with the decision; until then
// `review` counts from the completion.
struct RetentionPeriods {
  std::chrono::milliseconds completed{std::chrono::hours(24 * 30)};
  std::chrono::milliseconds unfinished{std::chrono::hours(24)};
  std::optional<std::chrono::milliseconds> review{};  // none: as long as `completed`
  std::optional<UtcTime> no_later_than{};             // of a closed client; ends every period

  std::chrono::milliseconds waiting() const { return review.value_or(completed); }
};
// Returns the policy's own periods, and the server's for those that the policy does not set.
inline RetentionPeriods periods_of(const ClientPolicy& policy, const RetentionPeriods& server) {
  const auto own = [](const std::optional<std::uint64_t>& ms, auto otherwise) {
    return ms ? std::chrono::milliseconds(static_cast<std::int64_t>(*ms)) : otherwise;
  };
  RetentionPeriods periods{own(policy.retention_ms, server.completed),
                           own(policy.retention_unfinished_ms, server.unfinished),
                           server.review,
                           server.no_later_than};
  if (policy.retention_review_ms)
    periods.review = own(policy.retention_review_ms, periods.completed);
  return periods;
}

}  // namespace countersign
