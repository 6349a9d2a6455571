#pragma once
#include <string_view>
#include <variant>
#include <vector>

#include "core/event/event_place.h"
#include "core/event/rejection.h"
#include "core/event/stored_file.h"
#include "core/result.h"
#include "core/session/review/desk_event.h"
#include "core/session/review/review.h"
#include "core/session/review/review_command.h"

// How people review a capture. Pure.
namespace countersign {

// The part of a session that the rules need. REQUIRES: what it refers to outlives it.
struct ReviewCase {
  const Review& review;
  const std::vector<StoredFile>& files;
  bool is_purged = false;
};

using ReviewEvent = std::variant<ReviewClaimed,
                                 ReviewReleased,
                                 ImageViewed,
                                 ReviewDecided,
                                 ReviewCorrected,
                                 ReviewOverdue,
                                 ReviewAssigned,
                                 ReviewUnassigned,
                                 ReviewHandedOver>;
using ReviewOutcome = Result<ReviewEvent, Rejection>;

// Whether the machine sent the session to review, nobody has decided yet, and there is still
// something to look at.
bool waits_for_review(const ReviewCase& of);

// Refuses as ReviewNotPending a session that does not wait for a review, and a reviewer who has
// given an opinion on it already. A lapsed claim counts as no claim. A claim lapses at the latest
// kClaimKeptMax after its reviewer took the case. A takeover replaces the claim of another
// reviewer, whom the event names, and the assignment to one.
ReviewOutcome decide_on(const ReviewCase& of, const ClaimReview& command);
ReviewOutcome decide_on(const ReviewCase& of, const ReleaseReview& command);

// The images of a session in review may be looked at, while it waits and afterwards.
ReviewOutcome decide_on(const ReviewCase& of, const ViewImage& command);

// With one reviewer the first opinion settles the review. With two, the second settles it if it
// equals the first, else the third does. A review that began with two opinions needs them even if
// the client's policy changes meanwhile. The claim of a registered reviewer keeps other registered
// reviewers out, but not the client itself. Two opinions that ask again are equal, whatever each
// asks for: the successor has the steps of both. The caller opens it; refuses as ReviewChanged if
// the caller expects other steps.
// A sentence for the person is refused as ReviewSentenceUnknown unless the client has one of this
// name, and as ReviewChanged if the client's is another than the caller's.
// A registered reviewer who has not looked at each picture that is asked for (not_looked_at) says
// why, and the event names the pictures; a client may forbid that.
// reviewers out, but not the client itself; an assignment to another does as much.
ReviewOutcome decide_on(const ReviewCase& of, const DecideReview& command);

// The steps that a successor has: those of `more`, and those that the opinions so far ask for, in
// the order of a capture.
std::vector<Step> steps_asked(const Review& review, const std::vector<Step>& more);

// Only a settled review can be corrected, until its files are purged, by people who have given no
// opinion on the case. A correction needs as many equal opinions as the decision that counts, and
// as the client's policy says now; it settles as a decision does, and until then the decision
// counts. Resubmit is final: another session is decided in its place, and no correction asks again.
ReviewOutcome decide_on(const ReviewCase& of, const CorrectReview& command);

// The pictures that a decision of this reviewer asks for and that the reviewer has not looked at,
// in the order of the session: each of the document, and all of the face if none was looked at.
// Every look at the case counts that its log has. Empty for whoever is no registered reviewer.
std::vector<FileId> not_looked_at(const ReviewCase& of, std::string_view reviewer);

// How the events change the review.
void apply(Review& review, const ReviewClaimed& event);
void apply(Review& review, const ImageViewed& event);
void apply(Review& review, const ReviewReleased& event);
void apply(Review& review, const ReviewDecided& event, const EventPlace& place);
void apply(Review& review, const ReviewCorrected& event, const EventPlace& place);

}  // namespace countersign
