// GET /review/api/oidc/begin and /callback: an identity provider says who logs in. Then
// POST /review/api/oidc/finish: the page that has begun takes the login.
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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

using Needs = ProviderLogin::Needs;

// Returns whether there is a provider, and the address keeps the rate; refuses the call otherwise.
bool admit_to_provider(ReviewService& service, const CallPtr& call) {
  if (service.provider == nullptr) {
    call->refuse({.code = ProblemCode::NotFound, .detail = "The path does not exist."});
    return false;
  }
  if (keep_login_rate(service, call)) return true;
  service.provider->tell(Needs::Anybody, "an address begins and ends more logins than it may");
  return false;
}

void tell_if_provider(const ReviewService& service, std::string_view why) {
  if (service.provider != nullptr) service.provider->tell(Needs::Anybody, why);
}

// Says why the login ends, and refuses the call.
void refuse_call(const ReviewService& service,
                 const CallPtr& call,
                 std::string_view why,
                 const Problem& problem) {
  tell_if_provider(service, why);
  call->refuse(problem);
}

constexpr std::string_view kNobodyKnown = "the database does not say who the reviewer is";

void tell_busy(const ReviewService& service) {
  service.provider->tell(Needs::Anybody, "too many logins wait for the provider");
}

// Runs `work` on a thread that asks the provider, or refuses the call.
void at_provider(ReviewService& service, const CallPtr& call, ProviderLogin::Work work) {
  if (!hold_console_place(service.places.provider, line_of_address(call), call)) {
    return tell_busy(service);
  }
  const bool taken = service.provider->submit(
      call->head().peer_address,
      [call, work = std::move(work)](OidcLogin& login) { guarded(call, [&] { work(login); }); });
  if (taken) return;
  tell_busy(service);
  call->refuse(unavailable("Too many people log in at once; try again later."));
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

// A stale login needs no provider, and a stranger can cause one in anybody's browser. So the login
// that the browser may have begun goes on.
void refuse_login(const ReviewService& service, const CallPtr& call, const LoginRefusal& refusal) {
  const bool stale = refusal.fault == LoginFault::Stale;
  service.provider->tell(stale ? Needs::Anybody : Needs::Provider, refusal.why);
  if (stale) return call->reply(login_refused_page(LoginEnd::Stale));
  end_login(service, call, end_of(refusal.fault));
}

// Returns why no role that the provider names is known here.
std::string no_role(const std::vector<std::string>& names) {
  if (names.empty()) return "the ID token has no role where --oidc-roles-claim says";
  return "of the ID token's roles, " + std::to_string(names.size()) +
         " in number, --oidc-role has none";
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
    service.provider->tell(Needs::Provider, no_role(person.roles));
    return end_login(service, call, LoginEnd::NoRole);
  }
  const auto known = service.data.queries().reviewer(id);
  if (!known) return refuse_call(service, call, kNobodyKnown, problem_of(known.error()));
  if (*known && (*known)->disabled) {
    service.provider->tell(Needs::Provider, "the reviewer has been disabled here");
    return end_login(service, call, LoginEnd::Disabled);
  }
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

void refuse_ticket(ReviewService& service, const CallPtr& call, std::string_view why) {
  service.metrics.count(Counter::AuthenticationFailures);
  refuse_call(service, call, why, {.code = ProblemCode::ReviewLoginFailed});
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

// A login begins at once if the provider's metadata is known, however many calls wait for the
// provider.
void begin_provider_login(ReviewService& service, const CallPtr& call) {
  // Another site's pages use up nobody's rate.
  if (!admit_visit(call)) {
    return tell_if_provider(service, "the login has begun on another site's page");
  }
  if (!admit_to_provider(service, call)) return;
  const auto page = page_in_query(call->head().query);
  if (!page) {
    service.provider->tell(Needs::Anybody, "the login has not begun on the console's page");
    return call->reply(login_refused_page(LoginEnd::NoPage));
  }
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
  if (!page)
    return tell_if_provider(service, "the page that takes a login does not say which it is");
  const auto ticket = parse_ticket_body(body);
  if (!ticket) {
    return refuse_call(
        service, call, "the page brings no login", {.code = ProblemCode::InvalidJson});
  }
  const auto id = service.sessions.take_waiting(ticket->ticket, *page);
  if (!id) {
    return refuse_ticket(
        service,
        call,
        "the login that the page brings is too old, was taken, or is another page's");
  }
  auto reviewer = service.data.queries().reviewer(*id);
  if (!reviewer) return refuse_call(service, call, kNobodyKnown, problem_of(reviewer.error()));
  if (!*reviewer || !is_usable(**reviewer)) {
    return refuse_ticket(
        service, call, "the reviewer was disabled, or has lost every role, on the way back");
  }
  begin_session(service, call, **std::move(reviewer), {}, *page);
}

}  // namespace countersign::http
