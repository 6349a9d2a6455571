#include "core/session/review_rules.h"

#include <algorithm>
#include <utility>

#include "core/session/review/review_reasons.h"

namespace countersign {
namespace {

bool lacks_signature(const auto& command) {
  return command.signed_only && is_registered_reviewer(command.reviewer) && !command.signature;
}

// Whether something happened that the reviewer did not see.
bool is_outdated(const Review& review, const auto& command) {
  return command.seen && *command.seen < review.changed.value();
}

std::uint32_t opinions_needed(const Review& review, const DecideReview& command) {
  return review.opinions.empty() ? command.opinions_needed : 2;
}

// Whether this opinion, the next one, settles a review that needs two that are equal.
bool agrees(const Review& review, ReviewDecision decision) {
  return std::ranges::count(review.opinions, decision, &ReviewOpinion::decision) > 0;
}

// Keeps the decision that is about to be replaced.
void remember_decision(Review& review) {
  if (!review.decision || !review.decided_at) return;
  if (review.earlier.size() >= kEarlierMax) review.earlier.erase(review.earlier.begin());
  review.earlier.push_back({*review.decision,
                            std::move(review.reasons),
                            std::move(review.reviewers),
                            review.is_signed,
                            review.corrected_at.value_or(*review.decided_at)});
}

std::optional<Sequence> sealed_at(const EventPlace& place) {
  return place.is_sealed ? std::optional(place.sequence) : std::nullopt;
}

}  // namespace

bool has_opinion_of(const Review& review, std::string_view reviewer) {
  return !reviewer.empty() &&
         std::ranges::count(review.opinions, reviewer, &ReviewOpinion::reviewer) > 0;
}

bool is_claimed_by(const Review& review, std::string_view reviewer, UtcTime now) {
  return review.claim && review.claim->reviewer == reviewer && now < review.claim->expires_at;
}

bool is_claimed_by_another(const Review& review, std::string_view reviewer, UtcTime now) {
  return review.claim && review.claim->reviewer != reviewer && now < review.claim->expires_at;
}

bool waits_for_review(const Session& session) {
  return session.review.asked && !session.review.decision && !session.purged_at;
}

UtcTime kept_since(const Session& session) {
  if (session.review.decided_at) return *session.review.decided_at;
  return session.ended_at.value_or(session.expires_at);
}

Decision<SessionEvent> decide_on(const Session& session, const ClaimReview& command) {
  if (!waits_for_review(session) || has_opinion_of(session.review, command.reviewer)) {
    return refused(Refusal::ReviewNotPending);
  }
  if (is_claimed_by_another(session.review, command.reviewer, command.at)) {
    return refused(Refusal::ReviewClaimed);
  }
  if (!command.anew && is_claimed_by(session.review, command.reviewer, command.at)) {
    return refused(Refusal::NothingToDo);
  }
  return happened<SessionEvent>(ReviewClaimed{command.reviewer, command.expires_at});
}

// A lapsed claim can still be given back, so that the decision does not depend on the time.
Decision<SessionEvent> decide_on(const Session& session, const ReleaseReview& command) {
  const auto& claim = session.review.claim;
  if (!claim || claim->reviewer != command.reviewer) return refused(Refusal::NothingToDo);
  return happened<SessionEvent>(ReviewReleased{command.reviewer});
}

Decision<SessionEvent> decide_on(const Session& session, const ViewImage& command) {
  if (!session.review.asked) return refused(Refusal::ReviewNotPending);
  if (std::ranges::count(session.files, command.file, &StoredFile::file) == 0) {
    return refused(Refusal::FileUnknown);
  }
  if (session.purged_at) return refused(Refusal::FilesPurged);
  if (waits_for_review(session) &&
      is_claimed_by_another(session.review, command.reviewer, command.at)) {
    return refused(Refusal::ReviewClaimed);
  }
  return happened<SessionEvent>(ImageViewed{command.reviewer, command.file});
}

Decision<SessionEvent> decide_on(const Session& session, const DecideReview& command) {
  const Review& review = session.review;
  if (!waits_for_review(session) || has_opinion_of(review, command.reviewer)) {
    return refused(Refusal::ReviewNotPending);
  }
  if (is_registered_reviewer(command.reviewer) &&
      is_claimed_by_another(review, command.reviewer, command.at)) {
    return refused(Refusal::ReviewClaimed);
  }
  const bool needs_two = opinions_needed(review, command) > 1;
  if (needs_two && command.reviewer.empty()) return refused(Refusal::ReviewerMissing);
  if (is_outdated(review, command)) return refused(Refusal::ReviewChanged);
  if (lacks_signature(command)) return refused(Refusal::ReviewUnsigned);

  ReviewDecided event;
  event.decision = command.decision;
  event.reasons = command.reasons;
  event.reviewer = command.reviewer;
  event.opinion = static_cast<std::uint32_t>(review.opinions.size()) + 1;
  event.settles = !needs_two || agrees(review, command.decision);
  event.signature = command.signature;
  return happened<SessionEvent>(std::move(event));
}

Decision<SessionEvent> decide_on(const Session& session, const CorrectReview& command) {
  if (!session.review.decision || session.purged_at) return refused(Refusal::ReviewNotDecided);
  if (is_outdated(session.review, command)) return refused(Refusal::ReviewChanged);
  if (lacks_signature(command)) return refused(Refusal::ReviewUnsigned);
  return happened<SessionEvent>(
      ReviewCorrected{command.decision, command.reasons, command.reviewer, command.signature});
}

void apply(Review& review, const ReviewClaimed& event) {
  review.claim = ReviewClaim{event.reviewer, event.expires_at};
}

void apply(Review& review, const ReviewDecided& event, const EventPlace& place) {
  review.changed = place.sequence;
  review.claim.reset();
  review.opinions.push_back({event.reviewer, event.decision, event.signature.has_value()});
  if (!event.settles) return;
  review.decision = event.decision;
  review.reasons = event.reasons;
  for (const ReviewOpinion& opinion : review.opinions) {
    if (!opinion.reviewer.empty()) review.reviewers.push_back(opinion.reviewer);
  }
  review.is_signed = std::ranges::all_of(review.opinions, &ReviewOpinion::is_signed);
  review.note = sealed_at(place);
  review.decided_at = place.at;
}

void apply(Review& review, const ReviewCorrected& event, const EventPlace& place) {
  remember_decision(review);
  review.changed = place.sequence;
  review.decision = event.decision;
  review.reasons = event.reasons;
  review.reviewers.clear();
  if (!event.reviewer.empty()) review.reviewers.push_back(event.reviewer);
  review.is_signed = event.signature.has_value();
  review.note = sealed_at(place);
  review.corrected_at = place.at;
  ++review.corrections;
}

}  // namespace countersign
