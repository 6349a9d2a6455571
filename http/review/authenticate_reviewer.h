#pragma once
#include <optional>

#include "core/enum_set.h"
#include "core/ids.h"
#include "core/reviewer/reviewer_role.h"
#include "http/call/call.h"
#include "http/call/endpoint.h"
#include "http/review/review_service.h"

// Finds out which reviewer is calling, and whether the console's own page made the call. The rules
// of 401 and 403 are here and nowhere else. Each function answers the call itself where it returns
// nothing. Callable from any thread.
namespace countersign::http {

// The reviewer whose login the cookie names. Looks the reviewer up at each call, so one who was
// disabled, and a login by a passkey that was revoked, end at once. Every call must come from the
// console's own page, a GET too, because some reads are recorded as the reviewer's: the call has
// the field `X-Countersign-Review: 1`, which another origin cannot send without a preflight, and no
// preflight is answered. `Sec-Fetch-Site` is `same-origin` where a browser sends that field.
// `Origin` is the console's; a GET may lack that field. `X-Countersign-Page` is the key of the
// page that the login belongs to (review_sessions.h). `roles`: the reviewer needs one of them, for
// any client; with an empty set every reviewer may call.
std::optional<AuthenticatedReviewer> authenticate_reviewer(ReviewService& service,
                                                           const CallPtr& call,
                                                           EnumSet<ReviewerRole> roles);

// For someone who is not logged in yet: the call must come from the console's own page and have a
// body of JSON, and its address must keep the rate of logins.
bool admit_entry(ReviewService& service, const CallPtr& call);

// For a call that ends in a login: the page that makes the call, to which the login will belong
// (review_sessions.h). A call that shows no page's key gets no login.
std::optional<Digest> page_of_login(const CallPtr& call);

// For a page that is opened as such, by a link or by its address, and so cannot send a field of the
// console's: no page of another origin may have opened it.
bool admit_visit(const CallPtr& call);

// Returns whether the body is said to be JSON: the one type that a form of another site cannot
// send.
bool admit_json(const CallPtr& call);

// Counts one call of a reviewer, of all their logins together. Returns false if the call is
// answered 429, a second later (Call::refuse_later).
bool keep_reviewer_rate(ReviewService& service,
                        const CallPtr& call,
                        RateClass limited,
                        const ReviewerId& reviewer,
                        const Rate& rate);

// Holds a place for the call, in the share of its caller, until its answer (console_places.h).
// Returns false after answering 503 if the caller's calls that wait have all of that share.
bool hold_console_place(FairShares& places, const ClientKey& caller, const CallPtr& call);

// Counts one try to log in against its address. Returns false after answering 429.
bool keep_login_rate(ReviewService& service, const CallPtr& call);

}  // namespace countersign::http
