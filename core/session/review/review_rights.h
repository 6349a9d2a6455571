#pragma once
#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/enum_set.h"
#include "core/event/decision_signature.h"
#include "core/reviewer/reviewer.h"
#include "core/session/review/desk_command.h"
#include "core/session/review/desk_event.h"
#include "core/session/review/review.h"
#include "core/session/review/review_command.h"
#include "core/session/review/review_event.h"
#include "core/session/review/review_reasons.h"

// The rights that an act on a case requires of a registered reviewer: the same for the console's
// calls, for the command that is decided, and for the event that an audit reads.
namespace countersign {

// The acts of a person at the console.
enum class CaseAct : std::uint8_t {
  Open,        // to read the case, but for the two acts that follow
  ReadValues,  // what the document says, and the person's own words
  Look,        // at a picture
  Claim,
  TakeOver,  // the case of another reviewer
  Release,
  Decide,
  Correct,
  ReadReports,
  Assign,        // to a reviewer, or to take that back
  HandOver,      // to a supervisor
  TakeHandedOn,  // to claim or decide a case that was handed over
};

// The roles that may do the act: on a case that waits for a decision, and on a decided case. The
// other rules may still refuse the act.
struct CaseRight {
  CaseAct act = CaseAct::Open;
  EnumSet<ReviewerRole> while_waiting;
  EnumSet<ReviewerRole> when_decided;
};

namespace detail {
inline constexpr EnumSet<ReviewerRole> kDeciders{ReviewerRole::Reviewer, ReviewerRole::Supervisor};
inline constexpr EnumSet<ReviewerRole> kSupervisors{ReviewerRole::Supervisor};
inline constexpr EnumSet<ReviewerRole> kOverseers{ReviewerRole::Supervisor, ReviewerRole::Auditor};
inline constexpr EnumSet<ReviewerRole> kEverybody{
    ReviewerRole::Reviewer, ReviewerRole::Supervisor, ReviewerRole::Auditor};
}  // namespace detail

inline constexpr auto kCaseRights = std::to_array<CaseRight>({
    {CaseAct::Open, detail::kEverybody, detail::kOverseers},
    {CaseAct::ReadValues, detail::kDeciders, detail::kSupervisors},
    {CaseAct::Look, detail::kDeciders, detail::kSupervisors},
    {CaseAct::Claim, detail::kDeciders, detail::kDeciders},
    {CaseAct::TakeOver, detail::kSupervisors, detail::kSupervisors},
    {CaseAct::Release, detail::kDeciders, detail::kDeciders},
    {CaseAct::Decide, detail::kDeciders, detail::kDeciders},
    {CaseAct::Correct, detail::kSupervisors, detail::kSupervisors},
    {CaseAct::ReadReports, detail::kOverseers, detail::kOverseers},
    {CaseAct::Assign, detail::kSupervisors, detail::kSupervisors},
    {CaseAct::HandOver, detail::kDeciders, detail::kDeciders},
    {CaseAct::TakeHandedOn, detail::kSupervisors, detail::kSupervisors},
});

// Whether one of the roles alone may do all of the act: roles do not add up.
inline bool may(const std::vector<RoleGrant>& roles,
                CaseAct act,
                const ClientKey& client,
                bool is_decided = false) {
  const auto* const right = std::ranges::find(kCaseRights, act, &CaseRight::act);
  const auto& allowed = is_decided ? right->when_decided : right->while_waiting;
  return std::ranges::any_of(roles, [&](const RoleGrant& grant) {
    return allowed.has(grant.role) && grant.covers(client);
  });
}

// REQUIRES: `reviewer` and `signature` outlive it.
struct ReviewRights {
  std::string_view reviewer;
  CaseAct act = CaseAct::Claim;
  const DecisionSignature* signature = nullptr;  // null: none
};

template <class T>
concept Corrects = std::same_as<T, CorrectReview> || std::same_as<T, ReviewCorrected>;
template <class T>
concept Decides = std::same_as<T, DecideReview> || std::same_as<T, ReviewDecided>;
template <class T>
concept Looks = std::same_as<T, ViewImage> || std::same_as<T, ImageViewed>;
template <class T>
concept LooksOrClaims = Looks<T> || std::same_as<T, ClaimReview> || std::same_as<T, ReviewClaimed>;
template <class T>
concept HandsOver = std::same_as<T, HandOverReview> || std::same_as<T, ReviewHandedOver>;
template <class T>
concept Assigns = std::same_as<T, AssignReview> || std::same_as<T, ReviewAssigned> ||
    std::same_as<T, UnassignReview> || std::same_as<T, ReviewUnassigned>;
template <class T>
concept OrdersWork = Assigns<T> || HandsOver<T>;

namespace detail {
template <class T>
CaseAct act_of(const T& act) {
  if constexpr (std::same_as<T, ClaimReview>) {
    return act.take_over ? CaseAct::TakeOver : CaseAct::Claim;
  } else if constexpr (std::same_as<T, ReviewClaimed>) {
    return act.taken_from ? CaseAct::TakeOver : CaseAct::Claim;
  } else if constexpr (Looks<T>) {
    return CaseAct::Look;
  } else if constexpr (Assigns<T>) {
    return CaseAct::Assign;
  } else if constexpr (HandsOver<T>) {
    return CaseAct::HandOver;
  } else {
    return Corrects<T> ? CaseAct::Correct : CaseAct::Decide;
  }
}
}  // namespace detail

// The rights that a command or an event of a session needs; nullopt if it is no act on a case. To
// give a case back needs no right.
template <class T>
std::optional<ReviewRights> rights_for(const T& act) {
  if constexpr (Corrects<T> || Decides<T>) {
    return ReviewRights{
        act.reviewer, detail::act_of(act), act.signature ? &*act.signature : nullptr};
  } else if constexpr (LooksOrClaims<T> || OrdersWork<T>) {
    return ReviewRights{act.reviewer, detail::act_of(act)};
  } else {
    return std::nullopt;
  }
}

// Whether the reviewer has them for the client's cases: not disabled, with the role, and with the
// passkey that signed.
inline bool has_rights(const Reviewer& reviewer,
                       const ReviewRights& rights,
                       const ClientKey& client,
                       bool is_decided = false) {
  return is_usable(reviewer) && may(reviewer.roles, rights.act, client, is_decided) &&
         (rights.signature == nullptr ||
          find_passkey(reviewer, rights.signature->key_id) != nullptr);
}

// The rights that an act needs on a case that was handed over, or was not: only a supervisor goes
// on with one that was.
constexpr ReviewRights on_case(ReviewRights rights, bool is_handed) {
  if (is_handed && (rights.act == CaseAct::Claim || rights.act == CaseAct::Decide)) {
    rights.act = CaseAct::TakeHandedOn;
  }
  return rights;
}

// Whether the assignment keeps others out: as long as the reviewer could claim the case.
// `assignee` is the reviewer whom it names.
inline bool keeps_others_out(const ReviewAssignment& assigned,
                             const Reviewer& assignee,
                             const ClientKey& client) {
  return has_rights(assignee, ReviewRights{assigned.to}, client);
}

// Whether the claim keeps others out. That of a registered reviewer does as long as its holder
// could claim the case still: nobody waits for somebody who was disabled or has lost the role.
// `holder` is the reviewer whom the claim names. held_claims.h has the other half of the rule.
inline bool keeps_others_out(const ReviewClaim& claim,
                             const Reviewer& holder,
                             const ClientKey& client) {
  return !is_registered_reviewer(claim.reviewer) ||
         has_rights(holder, ReviewRights{claim.reviewer}, client);
}

}  // namespace countersign
