// POST /review/api/register/begin and /finish: a one-time link becomes a passkey.
#include <utility>

#include "http/review/authenticate_reviewer.h"
#include "http/review/ceremony.h"
#include "http/review/login.h"
#include "http/review/me_json.h"
#include "http/review/new_passkey.h"
#include "http/review/review_handlers.h"
#include "http/secrets/reviewer_link.h"

namespace countersign::http {
namespace {

// A link that is no good, of a reviewer that is disabled or of none, has one answer.
Problem no_link() { return {.code = ProblemCode::ReviewLoginFailed}; }

std::string ceremony_of(const OpenedLink& link) { return "register " + to_hex(link.hash.value()); }

// The reviewer whose link this is. Answers the call if there is no reviewer.
std::optional<Reviewer> owner_of_link(ReviewService& service,
                                      const CallPtr& call,
                                      const std::optional<OpenedLink>& link) {
  if (!link) {
    call->refuse(no_link());
    return std::nullopt;
  }
  auto found = service.data.queries().reviewer(link->reviewer);
  if (!found) {
    call->refuse(problem_of(found.error()));
    return std::nullopt;
  }
  if (!*found || !is_link_open(**found, link->hash, service.clock.now())) {
    call->refuse(no_link());
    return std::nullopt;
  }
  return *std::move(*found);
}

void register_by_link(ReviewService& service,
                      const CallPtr& call,
                      const OpenedLink& link,
                      const ReviewerId& reviewer,
                      const RegistrationResponse& credential,
                      const Digest& page) {
  auto offered = read_passkey(service, call, ceremony_of(link), credential);
  if (!offered || !spend_challenge(service, call, reviewer, offered->challenge)) return;
  const std::string id = offered->passkey.id;
  submit_as_reviewer(service,
                     call,
                     reviewer,
                     AddPasskey{service.clock.now(), std::move(offered->passkey), link.hash},
                     [&service, call, id, page](Reviewer who) {
                       begin_session(service, call, std::move(who), id, page);
                     });
}

}  // namespace

void begin_registration(ReviewService& service, const CallPtr& call, std::string body) {
  const auto request = parse_link_body(body);
  if (!request) return call->refuse({.code = ProblemCode::InvalidJson});
  const auto link = open_reviewer_link(request->link);
  const auto reviewer = owner_of_link(service, call, link);
  if (!reviewer) return;
  offer_passkey(service, call, *reviewer, ceremony_of(*link));
}

void finish_registration(ReviewService& service, const CallPtr& call, std::string body) {
  const auto page = page_of_login(call);
  if (!page) return;
  auto request = parse_registration_body(body);
  if (!request) return call->refuse({.code = ProblemCode::InvalidJson});
  const auto link = open_reviewer_link(request->link);
  const auto reviewer = owner_of_link(service, call, link);
  if (!reviewer) return;
  run_entry_ceremony(service,
                     call,
                     [&service,
                      call,
                      of = *link,
                      id = reviewer->id,
                      given = std::move(request->credential),
                      page = *page] { register_by_link(service, call, of, id, given, page); });
}

}  // namespace countersign::http
