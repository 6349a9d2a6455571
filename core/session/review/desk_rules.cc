#include "core/session/review/desk_rules.h"

#include <algorithm>
#include <chrono>

namespace countersign {
namespace {

bool is_due(const ReviewCase& of, const ReportOverdue& command) {
  if (command.due_ms == 0 || !of.review.since || command.at < *of.review.since) return false;
  const auto waited =
      std::chrono::duration_cast<std::chrono::milliseconds>(command.at - *of.review.since).count();
  return static_cast<std::uint64_t>(waited) >= command.due_ms;
}

}  // namespace

bool is_assigned_to(const Review& review, std::string_view reviewer, UtcTime now) {
  return review.assigned && review.assigned->to == reviewer && now < review.assigned->until;
}

bool is_assigned_to_another(const Review& review, std::string_view reviewer, UtcTime now) {
  return review.assigned && review.assigned->to != reviewer && now < review.assigned->until;
}

ReviewOutcome decide_on(const ReviewCase& of, const ReportOverdue& command) {
  if (!waits_for_review(of)) return refused(Refusal::ReviewNotPending);
  if (of.review.overdue_at || !is_due(of, command)) return refused(Refusal::NothingToDo);
  return ReviewEvent(ReviewOverdue{command.due_ms});
}

ReviewOutcome decide_on(const ReviewCase& of, const AssignReview& command) {
  if (!waits_for_review(of)) return refused(Refusal::ReviewNotPending);
  if (has_opinion_of(of.review, command.to)) return refused(Refusal::OpinionGiven);
  if (is_assigned_to(of.review, command.to, command.at)) return refused(Refusal::NothingToDo);
  const UtcTime until = std::min(command.until, command.at + kAssignedMaxTime);
  return ReviewEvent(ReviewAssigned{command.reviewer, command.to, until});
}

ReviewOutcome decide_on(const ReviewCase& of, const UnassignReview& command) {
  if (!waits_for_review(of)) return refused(Refusal::ReviewNotPending);
  if (!of.review.assigned) return refused(Refusal::NothingToDo);
  return ReviewEvent(ReviewUnassigned{command.reviewer});
}

ReviewOutcome decide_on(const ReviewCase& of, const HandOverReview& command) {
  if (!waits_for_review(of) || has_opinion_of(of.review, command.reviewer)) {
    return refused(Refusal::ReviewNotPending);
  }
  if (is_claimed_by_another(of.review, command.reviewer, command.at)) {
    return refused(Refusal::ReviewClaimed);
  }
  if (!command.at_any_assignment &&
      is_assigned_to_another(of.review, command.reviewer, command.at)) {
    return refused(Refusal::ReviewAssigned);
  }
  if (of.review.handed) return refused(Refusal::NothingToDo);
  return ReviewEvent(ReviewHandedOver{command.reviewer});
}

void apply(Review& review, const ReviewOverdue&, const EventPlace& place) {
  review.overdue_at = place.at;
}

void apply(Review& review, const ReviewAssigned& event) {
  if (review.claim && review.claim->reviewer != event.to) review.claim.reset();
  review.handed = false;
  review.assigned = ReviewAssignment{event.to, event.reviewer, event.until};
}

void apply(Review& review, const ReviewHandedOver& event, const EventPlace& place) {
  review.claim.reset();
  review.assigned.reset();
  review.handed = true;
  auto& hand_overs = review.hand_overs;
  if (hand_overs.size() >= kHandOversMax) hand_overs.erase(hand_overs.begin());
  hand_overs.push_back({event.reviewer, place.at, place.sequence});
}

}  // namespace countersign
