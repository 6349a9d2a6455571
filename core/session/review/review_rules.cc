#include "core/session/review/review_rules.h"

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include "core/session/review/review_reasons.h"

namespace countersign {
namespace {

bool lacks_signature(const auto& command) {
  return command.signed_only && is_registered_reviewer(command.reviewer) && !command.signature;
}

// Whether the case is assigned to somebody else.
bool is_kept_out(const Review& review, const auto& command) {
  return !command.at_any_assignment && is_registered_reviewer(command.reviewer) &&
         is_assigned_to_another(review, command.reviewer, command.at);
}

// Whether something happened that the reviewer did not see.
bool is_outdated(const Review& review, const auto& command) {
  return command.seen && *command.seen < review.changed.value();
}

// Whether an opinion, the next one, settles what needs two that are equal.
bool agrees(const std::vector<ReviewOpinion>& opinions, ReviewDecision decision) {
  return std::ranges::count(opinions, decision, &ReviewOpinion::decision) > 0;
}

bool is_one_of(const std::vector<ReviewOpinion>& opinions, std::string_view reviewer) {
  return std::ranges::count(opinions, reviewer, &ReviewOpinion::reviewer) > 0;
}

bool needs_two(const Review& review, const DecideReview& command) {
  return !review.opinions.empty() || command.opinions_needed > 1;
}
bool needs_two(const Review& review, const CorrectReview& command) {
  return !review.correcting.empty() || std::max(command.opinions_needed, review.needed) > 1;
}

std::vector<std::string> named_in(const std::vector<ReviewOpinion>& opinions) {
  std::vector<std::string> names;
  for (const ReviewOpinion& opinion : opinions) {
    if (!opinion.reviewer.empty()) names.push_back(opinion.reviewer);
  }
  return names;
}

constexpr std::array kStepsInOrder{Step::Document, Step::Liveness};

// Whether the steps are some of a capture, in their order, each once.
bool are_steps_in_order(const std::vector<Step>& steps) {
  return !steps.empty() && std::ranges::adjacent_find(steps, std::greater_equal()) == steps.end();
}

// Whether a decision asks for steps exactly if it is Resubmit.
bool asks_rightly(const DecideReview& command) {
  if (command.decision != ReviewDecision::Resubmit) return !command.again;
  return command.again && are_steps_in_order(command.again->steps);
}

// Whether the person would get no sentence of the client's, or another than the caller knows.
std::optional<Refusal> refusal_of_sentence(const auto& command) {
  if (!command.told) return std::nullopt;
  if (!command.sentence_now) return Refusal::ReviewSentenceUnknown;
  if (*command.sentence_now != command.told->sentence) return Refusal::ReviewChanged;
  return std::nullopt;
}

// The event of an opinion, the next one of `opinions`.
template <class Given, class Command>
Given opinion_of(const std::vector<ReviewOpinion>& opinions,
                 const Command& command,
                 bool needs_two,
                 std::vector<FileId> not_looked_at) {
  Given event;
  event.decision = command.decision;
  event.reasons = command.reasons;
  event.reviewer = command.reviewer;
  event.opinion = static_cast<std::uint32_t>(opinions.size()) + 1;
  event.settles = !needs_two || agrees(opinions, command.decision);
  event.signature = command.signature;
  event.not_looked_at = std::move(not_looked_at);
  event.told = command.told;
  return event;
}

// Why a registered reviewer who lacks a look cannot decide so.
std::optional<Refusal> refusal_of_looks(const std::vector<FileId>& missing, const auto& command) {
  if (command.not_looked_at && *command.not_looked_at != missing) return Refusal::ReviewChanged;
  if (missing.empty()) return std::nullopt;
  if (command.looks_only) return Refusal::ReviewLooksOnly;
  if (!command.says_why_unlooked) return Refusal::ReviewNotLookedAt;
  return std::nullopt;
}

// The pictures that the event of the decision names as not looked at.
std::vector<FileId> missing_looks(const ReviewCase& of, const auto& command) {
  return command.looks_unasked ? std::vector<FileId>() : not_looked_at(of, command.reviewer);
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
  if (reviewer.empty()) return false;
  return is_one_of(review.opinions, reviewer) || is_one_of(review.correcting, reviewer) ||
         std::ranges::count(review.correctors, reviewer) > 0;
}

bool is_claimed_by(const Review& review, std::string_view reviewer, UtcTime now) {
  return review.claim && review.claim->reviewer == reviewer && now < review.claim->expires_at;
}

bool is_claimed_by_another(const Review& review, std::string_view reviewer, UtcTime now) {
  return review.claim && review.claim->reviewer != reviewer && now < review.claim->expires_at;
}

bool waits_for_review(const ReviewCase& of) {
  return of.review.asked && !of.review.decision && !of.is_purged;
}

ReviewOutcome decide_on(const ReviewCase& of, const ClaimReview& command) {
  const Review& review = of.review;
  if (!waits_for_review(of) || has_opinion_of(review, command.reviewer)) {
    return refused(Refusal::ReviewNotPending);
  }
  const bool is_anothers = is_claimed_by_another(review, command.reviewer, command.at);
  if (is_anothers && !command.take_over) return refused(Refusal::ReviewClaimed);
  if (is_kept_out(review, command) && !command.take_over) return refused(Refusal::ReviewAssigned);
  const bool is_own = is_claimed_by(review, command.reviewer, command.at);
  if (is_own && !command.renews) return refused(Refusal::NothingToDo);

  ReviewClaimed event{command.reviewer, command.expires_at, command.at + kClaimKeptMax, {}};
  if (command.by_older_rules) {
    event.kept_until = command.kept_until.value_or(event.kept_until);
    return ReviewEvent(std::move(event));
  }
  if (command.kept_until) event.kept_until = std::min(event.kept_until, *command.kept_until);
  if (is_own) event.kept_until = review.claim->kept_until;
  if (is_own && review.claim->expires_at >= event.kept_until) return refused(Refusal::NothingToDo);
  event.expires_at = std::min(event.expires_at, event.kept_until);
  if (is_anothers) event.taken_from = review.claim->reviewer;
  return ReviewEvent(std::move(event));
}

// A lapsed claim can still be given back, so that the decision does not depend on the time.
ReviewOutcome decide_on(const ReviewCase& of, const ReleaseReview& command) {
  const auto& claim = of.review.claim;
  if (!claim || claim->reviewer != command.reviewer) return refused(Refusal::NothingToDo);
  return ReviewEvent(ReviewReleased{command.reviewer});
}

ReviewOutcome decide_on(const ReviewCase& of, const ViewImage& command) {
  if (!of.review.asked) return refused(Refusal::ReviewNotPending);
  if (std::ranges::count(of.files, command.file, &StoredFile::file) == 0) {
    return refused(Refusal::FileUnknown);
  }
  if (of.is_purged) return refused(Refusal::FilesPurged);
  if (waits_for_review(of) && is_claimed_by_another(of.review, command.reviewer, command.at)) {
    return refused(Refusal::ReviewClaimed);
  }
  return ReviewEvent(ImageViewed{command.reviewer, command.file});
}

ReviewOutcome decide_on(const ReviewCase& of, const DecideReview& command) {
  const Review& review = of.review;
  if (!waits_for_review(of) || has_opinion_of(review, command.reviewer)) {
    return refused(Refusal::ReviewNotPending);
  }
  if (is_registered_reviewer(command.reviewer) &&
      is_claimed_by_another(review, command.reviewer, command.at)) {
    return refused(Refusal::ReviewClaimed);
  }
  if (is_kept_out(review, command)) return refused(Refusal::ReviewAssigned);
  const bool by_two = needs_two(review, command);
  if (by_two && command.reviewer.empty()) return refused(Refusal::ReviewerMissing);
  if (is_outdated(review, command)) return refused(Refusal::ReviewChanged);
  if (lacks_signature(command)) return refused(Refusal::ReviewUnsigned);
  if (!asks_rightly(command)) return refused(Refusal::ReviewStepsWrong);
  if (const auto refusal = refusal_of_sentence(command)) return refused(*refusal);
  std::vector<FileId> missing = missing_looks(of, command);
  if (const auto refusal = refusal_of_looks(missing, command)) return refused(*refusal);
  auto event = opinion_of<ReviewDecided>(review.opinions, command, by_two, std::move(missing));
  event.again = command.again;
  if (!event.again) return ReviewEvent(std::move(event));
  auto& successor = event.again->successor;
  if (!event.settles) {
    successor.reset();
  } else if (!successor || successor->steps != steps_asked(review, event.again->steps)) {
    return refused(Refusal::ReviewChanged);
  }
  return ReviewEvent(std::move(event));
}

std::vector<Step> steps_asked(const Review& review, const std::vector<Step>& more) {
  std::vector<Step> all;
  for (const Step step : kStepsInOrder) {
    const auto asks = [&](const ReviewOpinion& opinion) {
      return std::ranges::count(opinion.steps, step) > 0;
    };
    if (std::ranges::count(more, step) > 0 || std::ranges::any_of(review.opinions, asks)) {
      all.push_back(step);
    }
  }
  return all;
}

ReviewOutcome decide_on(const ReviewCase& of, const CorrectReview& command) {
  const Review& review = of.review;
  if (!review.decision || of.is_purged) return refused(Refusal::ReviewNotDecided);
  if (review.successor || command.decision == ReviewDecision::Resubmit) {
    return refused(Refusal::ReviewResubmitted);
  }
  bool by_two = false;
  if (!command.by_older_rules) {
    if (command.is_forbidden) return refused(Refusal::CorrectionForbidden);
    if (has_opinion_of(review, command.reviewer)) return refused(Refusal::OpinionGiven);
    by_two = needs_two(review, command);
    if (by_two && command.reviewer.empty()) return refused(Refusal::CorrectionNeedsTwo);
  }
  if (is_outdated(review, command)) return refused(Refusal::ReviewChanged);
  if (lacks_signature(command)) return refused(Refusal::ReviewUnsigned);
  if (const auto refusal = refusal_of_sentence(command)) return refused(*refusal);
  std::vector<FileId> missing = missing_looks(of, command);
  if (const auto refusal = refusal_of_looks(missing, command)) return refused(*refusal);
  return ReviewEvent(
      opinion_of<ReviewCorrected>(review.correcting, command, by_two, std::move(missing)));
}

std::vector<FileId> not_looked_at(const ReviewCase& of, std::string_view reviewer) {
  std::vector<FileId> missing;
  if (!is_registered_reviewer(reviewer)) return missing;
  const auto own = std::ranges::find(of.review.looks, reviewer, &ReviewerLooks::reviewer);
  const auto is_seen = [&](const StoredFile& file) {
    return own != of.review.looks.end() && std::ranges::count(own->files, file.file) > 0;
  };
  const bool saw_face = std::ranges::any_of(of.files, [&](const StoredFile& file) {
    return file.kind == FileKind::Selfie && is_seen(file);
  });
  for (const StoredFile& file : of.files) {
    const bool is_asked = file.kind == FileKind::Document ? !is_seen(file) : !saw_face;
    if (is_asked) missing.push_back(file.file);
  }
  return missing;
}

void apply(Review& review, const ImageViewed& event) {
  if (!is_registered_reviewer(event.reviewer)) return;
  auto own = std::ranges::find(review.looks, event.reviewer, &ReviewerLooks::reviewer);
  if (own == review.looks.end()) {
    if (review.looks.size() >= kLookersMax) review.looks.erase(review.looks.begin());
    own = review.looks.insert(review.looks.end(), {event.reviewer, {}});
  }
  if (std::ranges::count(own->files, event.file) == 0) own->files.push_back(event.file);
}

void apply(Review& review, const ReviewClaimed& event) {
  ReviewClaim claim{event.reviewer, event.expires_at, event.kept_until, event.taken_from};
  // A renewed claim still names the reviewer from whom the case was taken over.
  const bool is_kept = review.claim && review.claim->reviewer == event.reviewer;
  if (is_kept && !claim.taken_from) claim.taken_from = review.claim->taken_from;
  review.claim = std::move(claim);
  if (review.assigned && review.assigned->to != event.reviewer) review.assigned.reset();
}

// A reviewer who gives the case back does not keep an assignment of it.
void apply(Review& review, const ReviewReleased& event) {
  review.claim.reset();
  if (review.assigned && review.assigned->to == event.reviewer) review.assigned.reset();
}

void apply(Review& review, const ReviewDecided& event, const EventPlace& place) {
  review.changed = place.sequence;
  review.claim.reset();
  review.assigned.reset();
  review.handed = false;
  review.opinions.push_back({event.reviewer,
                             event.decision,
                             event.signature.has_value(),
                             event.again ? event.again->steps : std::vector<Step>()});
  if (!event.settles) return;
  review.decision = event.decision;
  if (event.again) review.successor = event.again->successor;
  review.reasons = event.reasons;
  review.told = event.told;
  review.reviewers = named_in(review.opinions);
  review.is_signed = std::ranges::all_of(review.opinions, &ReviewOpinion::is_signed);
  review.needed = review.opinions.size() > 1 ? 2 : 1;
  review.note = sealed_at(place);
  review.decided_at = place.at;
}

void apply(Review& review, const ReviewCorrected& event, const EventPlace& place) {
  review.changed = place.sequence;
  if (!review.correcting_since) review.correcting_since = place.sequence;
  review.correcting.push_back({event.reviewer, event.decision, event.signature.has_value()});
  if (!event.settles) return;
  remember_decision(review);
  review.decision = event.decision;
  review.reasons = event.reasons;
  review.told = event.told;
  review.reviewers = named_in(review.correcting);
  review.is_signed = std::ranges::all_of(review.correcting, &ReviewOpinion::is_signed);
  if (review.correcting.size() > 1) review.needed = 2;
  for (const std::string& name : review.reviewers) {
    if (std::ranges::count(review.correctors, name) == 0) review.correctors.push_back(name);
  }
  review.correcting.clear();
  review.correcting_since.reset();
  review.note = sealed_at(place);
  review.corrected_at = place.at;
  ++review.corrections;
}

}  // namespace countersign
