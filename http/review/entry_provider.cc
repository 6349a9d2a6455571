// GET /review/api/oidc/begin and /callback: an identity provider says who logs in. Then
// POST /review/api/oidc/finish: the page that has begun takes the login.
#include <algorithm>
#include <string>
#include <utility>

#include "core/text/base64url.h"
#include "http/call/guarded.h"
#include "http/call/machine_problem.h"
#include "http/oidc/form_text.h"
#include "http/review/authenticate_reviewer.h"
#include "http/review/ceremony.h"
#include "http/review/login.h"
#include "http/review/oidc/login_cookie.h"
#include "http/review/oidc/login_refused_page.h"
#include "http/review/oidc/provider_login.h"
#include "http/review/passkey/credential_json.h"
#include "http/review/review_handlers.h"
#include "projections/folder/reviewer_names.h"

namespace countersign::http {
namespace {

// Whether there is a provider, and the address keeps the rate; refuses the call otherwise.
bool admit_to_provider(ReviewService& service, const CallPtr& call) {
  if (service.provider == nullptr) {
    call->refuse({.code = ProblemCode::NotFound, .detail = "The path does not exist."});
    return false;
  }
  return keep_login_rate(service, call);
}

// Runs `work` on a thread that asks the provider, or refuses the call.
void at_provider(ReviewService& service, const CallPtr& call, ProviderLogin::Work work) {
  if (!hold_console_place(service.places.provider, line_of_address(call), call)) return;
  const bool taken = service.provider->submit(
      call->head().peer_address,
      [call, work = std::move(work)](OidcLogin& login) { guarded(call, [&] { work(login); }); });
  if (!taken) call->refuse(unavailable("Too many people log in at once; try again later."));
}

// An answer that leads the browser on. Its own address, with the code in it, goes to nobody.
Response way_to(int status, std::string address) {
  Response response;
  response.status = status;
  response.headers = {{"Location", std::move(address)}, {"Referrer-Policy", "no-referrer"}};
  return response;
}

// Ends the login of the browser: its cookie goes.
void end_login(const ReviewService& service, const CallPtr& call, LoginEnd end) {
  Response response = login_refused_page(end);
  response.headers.add("Set-Cookie", no_login_cookie(service.site()));
  call->reply(std::move(response));
}

// A stranger can cause a stale login without the provider, as often as it likes and in anybody's
// browser. So the operator is not told, and the login that the browser may have begun goes on.
void refuse_login(const ReviewService& service, const CallPtr& call, const LoginRefusal& refusal) {
  if (refusal.fault == LoginFault::Stale) return call->reply(login_refused_page(LoginEnd::Stale));
  service.provider->tell(refusal);
  end_login(service, call, end_of(refusal.fault));
}

// The callback itself gives no cookie: another port of the host could have begun the login and
// given its own cookie to this browser. The ticket is behind the #, which leaves the browser in no
// request and which a page of the console alone can read.
void lead_to_page(ReviewService& service,
                  const CallPtr& call,
                  const ReviewerId& reviewer,
                  const Digest& page) {
  Response response =
      way_to(303, "/review#login=" + service.sessions.wait_for_page(reviewer, page));
  response.headers.add("Set-Cookie", no_login_cookie(service.site()));
  call->reply(std::move(response));
}

// Reads the disk, and writes the name there.
void log_person_in(ReviewService& service, const CallPtr& call, const LoggedIn& person) {
  const ReviewerId id = service.provider->reviewer_of_subject(person.subject);
  auto roles = service.provider->roles_of(person.roles);
  if (roles.empty()) {
    service.sessions.end_all(id);
    return end_login(service, call, LoginEnd::NoRole);
  }
  const auto known = service.data.queries().reviewer(id);
  if (!known) return call->refuse(problem_of(known.error()));
  if (*known && (*known)->disabled) return end_login(service, call, LoginEnd::Disabled);
  // The name is for people to read: a login does not fail for want of it.
  if (!person.name.empty()) (void)ReviewerNames(service.data.path()).set(id, person.name);
  submit_as_reviewer(service,
                     call,
                     id,
                     LogInByProvider{service.clock.now(), std::move(roles)},
                     [&service, call, page = person.page](const Reviewer& reviewer) {
                       lead_to_page(service, call, reviewer.id, page);
                     });
}

// Returns the hash of the page's key in a query; nullopt if the query has none.
std::optional<Digest> page_in_query(std::string_view query) {
  const auto fields = parse_form(query);
  if (!fields || fields->size() != 1 || fields->front().first != "page") return std::nullopt;
  const auto bytes = from_base64url(fields->front().second);
  Digest page{};
  if (!bytes || bytes->size() != page.size()) return std::nullopt;
  std::ranges::copy(*bytes, page.begin());
  return page;
}

void refuse_ticket(ReviewService& service, const CallPtr& call) {
  service.metrics.authentication_failed();
  call->refuse({.code = ProblemCode::ReviewLoginFailed});
}

void answer_begun(ReviewService& service,
                  const CallPtr& call,
                  const Result<LoginBegun, LoginRefusal>& begun) {
  if (!begun) return refuse_login(service, call, begun.error());
  Response response = way_to(302, begun->address);
  response.headers.add("Set-Cookie", login_cookie_of(service.site(), begun->browser));
  call->reply(std::move(response));
}

}  // namespace

// Whoever begins when the provider is known does so at once, however many answers wait for it.
void begin_provider_login(ReviewService& service, const CallPtr& call) {
  if (!admit_visit(call) || !admit_to_provider(service, call)) return;
  const auto page = page_in_query(call->head().query);
  if (!page) return call->reply(login_refused_page(LoginEnd::NoPage));
  if (const auto begun = service.provider->at_once().begin_at_once(*page)) {
    return answer_begun(service, call, *begun);
  }
  at_provider(service, call, [&service, call, page = *page](OidcLogin& login) {
    answer_begun(service, call, login.begin(page));
  });
}

void finish_provider_login(ReviewService& service, const CallPtr& call) {
  if (!admit_to_provider(service, call)) return;
  const RequestHead& head = call->head();
  const auto wrong = service.provider->at_once().wrong_with_answer(
      head.query, login_text_in(service.site(), head.headers));
  if (wrong) return refuse_login(service, call, *wrong);
  at_provider(service, call, [&service, call](OidcLogin& login) {
    const RequestHead& asked = call->head();
    const auto person = login.finish(asked.query, login_text_in(service.site(), asked.headers));
    if (!person) return refuse_login(service, call, person.error());
    log_person_in(service, call, *person);
  });
}

void take_provider_login(ReviewService& service, const CallPtr& call, std::string body) {
  const auto page = page_of_login(call);
  if (!page) return;
  const auto ticket = parse_ticket_body(body);
  if (!ticket) return call->refuse({.code = ProblemCode::InvalidJson});
  const auto id = service.sessions.take_waiting(ticket->ticket, *page);
  if (!id) return refuse_ticket(service, call);
  auto reviewer = service.data.queries().reviewer(*id);
  if (!reviewer) return call->refuse(problem_of(reviewer.error()));
  if (!*reviewer || !is_usable(**reviewer)) return refuse_ticket(service, call);
  begin_session(service, call, **std::move(reviewer), {}, *page);
}

}  // namespace countersign::http
