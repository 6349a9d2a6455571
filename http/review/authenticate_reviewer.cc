#include "http/review/authenticate_reviewer.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "http/call/machine_problem.h"
#include "http/caller/hold_place.h"
#include "http/edge/socket/address_block.h"
#include "http/review/ceremony.h"
#include "http/review/sessions/session_cookie.h"
#include "http/wire/header_parameters.h"

namespace countersign::http {
namespace {

// A person needs two calls for a login, and an office may share an address. Nobody guesses a
// passkey or a link: the rate bounds work and memory.
constexpr Rate kLoginRate{300, 60'000};

constexpr std::chrono::seconds kRefusalDelay{1};  // of a reviewer's call beyond a rate

bool is_only_field(const Headers& headers, std::string_view name, std::string_view value) {
  return headers.count(name) == 1 && headers.find(name) == value;
}

bool changes_nothing(Method method) { return method == Method::Get || method == Method::Head; }

// Browsers name the origin of a call that changes something. They may leave it out of others.
bool has_own_origin(const ReviewService& service, const RequestHead& head) {
  if (changes_nothing(head.method) && head.headers.count("origin") == 0) return true;
  return is_only_field(head.headers, "origin", service.site().origin);
}

// Older browsers do not say where a call comes from (W3C Fetch Metadata Request Headers).
bool is_fetched_from(const RequestHead& head, std::string_view site) {
  return head.headers.count("sec-fetch-site") == 0 ||
         is_only_field(head.headers, "sec-fetch-site", site);
}

bool is_from_own_page(const ReviewService& service, const RequestHead& head) {
  return has_own_origin(service, head) && is_fetched_from(head, "same-origin") &&
         is_only_field(head.headers, "x-countersign-review", "1");
}

bool has_one_of(const Reviewer& reviewer, EnumSet<ReviewerRole> roles) {
  return std::ranges::any_of(enum_names<ReviewerRole>, [&](const auto& entry) {
    return roles.has(entry.value) && allows_somewhere(reviewer.roles, entry.value);
  });
}

// Returns whether the login may go on: the passkey that it was made with is still the reviewer's.
bool is_good_login(const Reviewer& reviewer, const ReviewSession& session) {
  return is_usable(reviewer) &&
         (session.passkey.empty() || find_passkey(reviewer, session.passkey) != nullptr);
}

// The page says of a call that it makes by itself that nobody has asked for it: a login that only
// such calls use ends like one that nobody uses.
bool is_of_a_person(const Headers& headers) {
  return headers.count("x-countersign-unattended") == 0;
}

bool refuse_reviewer(const CallPtr& call, ProblemCode code, std::string detail = {}) {
  call->refuse({.code = code, .detail = std::move(detail)});
  return false;
}

// The problem of a call beyond the rate; none of one within it.
std::optional<Problem> beyond_rate(ReviewService& service,
                                   const CallPtr& call,
                                   RateClass limited,
                                   std::string_view key,
                                   const Rate& rate) {
  RateDecision decision = service.limiter.take(limited, key, rate);
  call->limited(std::move(decision.policy), std::move(decision.state));
  if (decision.allowed) return std::nullopt;
  service.metrics.rate_limited(call->operation());
  return Problem{.code = ProblemCode::RateLimited,
                 .retry_after_seconds = decision.retry_after_seconds};
}

bool admit_own_page(const ReviewService& service, const CallPtr& call) {
  if (is_from_own_page(service, call->head())) return true;
  return refuse_reviewer(
      call, ProblemCode::ReviewForbidden, "The call does not come from the console's own page.");
}

}  // namespace

const ReviewSite& ReviewService::site() const {
  check(settings.review.has_value(), "the console's calls are served where there is a console");
  return *settings.review;
}

std::optional<AuthenticatedReviewer> authenticate_reviewer(ReviewService& service,
                                                           const CallPtr& call,
                                                           EnumSet<ReviewerRole> roles) {
  if (!admit_own_page(service, call)) return std::nullopt;
  const auto token = token_in(service.site(), call->head().headers);
  auto session =
      token ? service.sessions.find(
                  *token, page_in(call->head().headers), is_of_a_person(call->head().headers))
            : std::nullopt;
  if (!session) {
    refuse_reviewer(call, ProblemCode::ReviewerLoginRequired);
    return std::nullopt;
  }
  auto found = service.data.queries().reviewer(session->reviewer);
  if (!found) {
    call->refuse(problem_of(found.error()));
    return std::nullopt;
  }
  if (!*found || !is_good_login(**found, *session)) {
    (void)service.sessions.end(session->reviewer, session->id);
    refuse_reviewer(call, ProblemCode::ReviewerLoginRequired);
    return std::nullopt;
  }
  Reviewer& reviewer = **found;
  const Rate& rate = service.settings.review_rate;
  if (!keep_reviewer_rate(service, call, RateClass::Review, reviewer.id, rate)) {
    return std::nullopt;
  }
  if (!hold_console_place(service.places.reviewers, line_of(reviewer.id), call)) {
    return std::nullopt;
  }
  if (!roles.empty() && !has_one_of(reviewer, roles)) {
    refuse_reviewer(call, ProblemCode::ReviewForbidden, "No role of the reviewer's has this call.");
    return std::nullopt;
  }
  return AuthenticatedReviewer{
      std::move(reviewer), std::move(session->id), std::move(session->passkey)};
}

bool admit_entry(ReviewService& service, const CallPtr& call) {
  return admit_own_page(service, call) && admit_json(call) && keep_login_rate(service, call);
}

std::optional<Digest> page_of_login(const CallPtr& call) {
  const auto page = page_in(call->head().headers);
  if (page) return page;
  refuse_reviewer(call,
                  ProblemCode::ReviewForbidden,
                  "The call has no X-Countersign-Page that the login could belong to.");
  return std::nullopt;
}

bool admit_visit(const CallPtr& call) {
  const RequestHead& head = call->head();
  if (is_fetched_from(head, "same-origin") || is_fetched_from(head, "none")) return true;
  return refuse_reviewer(
      call, ProblemCode::ReviewForbidden, "The visit does not come from the console's own page.");
}

bool admit_json(const CallPtr& call) {
  const auto given = call->head().headers.find("content-type");
  const auto type = given ? parse_parameterized(*given) : std::nullopt;
  if (type && type->value == "application/json") return true;
  return refuse_reviewer(
      call, ProblemCode::UnsupportedMediaType, "The Content-Type must be application/json.");
}

bool keep_reviewer_rate(ReviewService& service,
                        const CallPtr& call,
                        RateClass limited,
                        const ReviewerId& reviewer,
                        const Rate& rate) {
  const auto problem = beyond_rate(service, call, limited, reviewer.value(), rate);
  if (problem) call->refuse_later(*problem, kRefusalDelay);
  return !problem;
}

bool hold_console_place(FairShares& places, const ClientKey& caller, const CallPtr& call) {
  return hold_place(
      places, caller, call, "Too many of your calls wait for their answers; try again later.");
}

bool keep_login_rate(ReviewService& service, const CallPtr& call) {
  const auto problem = beyond_rate(
      service, call, RateClass::Login, address_block_name(call->head().peer_address), kLoginRate);
  if (problem) call->refuse(*problem);
  return !problem;
}

}  // namespace countersign::http
