#pragma once
#include "core/session/review/desk_command.h"
#include "core/session/review/review_rules.h"

// The order of the work on cases. Pure.
namespace countersign {

// A case is overdue once: refused as NothingToDo if the log says so already, if the client has no
// due time, and before the time is over.
ReviewOutcome decide_on(const ReviewCase& of, const ReportOverdue& command);

// A case that waits is assigned to somebody who has given no opinion on it (else OpinionGiven),
// for at most kAssignedMaxTime. NothingToDo if it is that reviewer's already. Whether the two may
// act so, the writer decides.
ReviewOutcome decide_on(const ReviewCase& of, const AssignReview& command);
// A lapsed assignment can be taken back too, so that the decision does not depend on the time.
ReviewOutcome decide_on(const ReviewCase& of, const UnassignReview& command);

// A case that waits is handed over by somebody who could decide it, and not while it is for a
// supervisor already.
ReviewOutcome decide_on(const ReviewCase& of, const HandOverReview& command);

// How the events change the review. An assignment ends a claim of anybody else, and answers a
// hand-over; a hand-over ends claim and assignment.
void apply(Review& review, const ReviewOverdue& event, const EventPlace& place);
void apply(Review& review, const ReviewAssigned& event);
void apply(Review& review, const ReviewHandedOver& event, const EventPlace& place);

}  // namespace countersign
