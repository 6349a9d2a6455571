#pragma once
#include <concepts>
#include <optional>
#include <string_view>

#include "core/event/decision_signature.h"
#include "core/reviewer/reviewer.h"
#include "core/session/review/review.h"
#include "core/session/review/review_reasons.h"
#include "core/session/session_command.h"
#include "core/session/session_event.h"

// Which rights an act on a case needs of a registered reviewer: the same for the command that is
// decided, and for the event that an audit reads.
namespace countersign {

// REQUIRES: `reviewer` and `signature` outlive it.
struct ReviewRights {
  std::string_view reviewer;
  ReviewerRole role = ReviewerRole::Reviewer;
  const DecisionSignature* signature = nullptr;  // null: none
};

template <class T>
concept Corrects = std::same_as<T, CorrectReview> || std::same_as<T, ReviewCorrected>;
template <class T>
concept Decides = std::same_as<T, DecideReview> || std::same_as<T, ReviewDecided>;
template <class T>
concept LooksOrClaims = std::same_as<T, ClaimReview> || std::same_as<T, ReviewClaimed> ||
    std::same_as<T, ViewImage> || std::same_as<T, ImageViewed>;

// The rights that a command or an event of a session needs; nullopt if it is no act on a case. To
// give a case back needs none.
template <class T>
std::optional<ReviewRights> rights_for(const T& act) {
  if constexpr (Corrects<T> || Decides<T>) {
    return ReviewRights{act.reviewer,
                        Corrects<T> ? ReviewerRole::Supervisor : ReviewerRole::Reviewer,
                        act.signature ? &*act.signature : nullptr};
  } else if constexpr (LooksOrClaims<T>) {
    return ReviewRights{act.reviewer};
  } else {
    return std::nullopt;
  }
}

// Whether the reviewer has them for the client's cases: not disabled, with the role, and with the
// passkey that signed.
inline bool has_rights(const Reviewer& reviewer,
                       const ReviewRights& rights,
                       const ClientKey& client) {
  return is_usable(reviewer) && allows(reviewer.roles, rights.role, client) &&
         (rights.signature == nullptr ||
          find_passkey(reviewer, rights.signature->key_id) != nullptr);
}

// Whether the claim keeps others out. That of a registered reviewer does as long as its holder
// could claim the case still: nobody waits for somebody who was disabled or has lost the role.
// `holder` is the reviewer whom the claim names.
inline bool keeps_others_out(const ReviewClaim& claim,
                             const Reviewer& holder,
                             const ClientKey& client) {
  return !is_registered_reviewer(claim.reviewer) ||
         has_rights(holder, ReviewRights{claim.reviewer}, client);
}

}  // namespace countersign
