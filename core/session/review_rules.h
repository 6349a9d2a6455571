#pragma once
#include "core/event/decision.h"
#include "core/event/event_place.h"
#include "core/session/session.h"

// How people review a capture. Pure.
namespace countersign {

// A session that does not wait for a review, or not for this reviewer, who has given an opinion
// already, is refused as ReviewNotPending. A lapsed claim is as none.
Decision<SessionEvent> decide_on(const Session& session, const ClaimReview& command);
Decision<SessionEvent> decide_on(const Session& session, const ReleaseReview& command);

// The images of a session in review may be looked at, while it waits and afterwards.
Decision<SessionEvent> decide_on(const Session& session, const ViewImage& command);

// With one reviewer the first opinion settles the review. With two, the second settles it if it
// equals the first, else the third does. A review that began with two opinions needs them even if
// the client's policy changes meanwhile. The claim of a registered reviewer keeps other registered
// reviewers out, but not the client itself.
Decision<SessionEvent> decide_on(const Session& session, const DecideReview& command);

// Only a settled review can be corrected, until its files are purged.
Decision<SessionEvent> decide_on(const Session& session, const CorrectReview& command);

// How the events change the review.
void apply(Review& review, const ReviewClaimed& event);
void apply(Review& review, const ReviewDecided& event, const EventPlace& place);
void apply(Review& review, const ReviewCorrected& event, const EventPlace& place);

}  // namespace countersign
