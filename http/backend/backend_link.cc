// Requests by which a backend renews the link of a session, or takes it back.
#include <algorithm>
#include <utility>
#include <variant>

#include "http/backend/backend_handlers.h"
#include "http/backend/backend_service.h"
#include "http/backend/link_request.h"
#include "http/call/guarded.h"
#include "http/call/machine_problem.h"
#include "http/call/outcome_problem.h"
#include "http/json/json_of.h"
#include "http/secrets/credential_hash.h"
#include "http/secrets/lifetimes.h"

namespace countersign::http {
namespace {

struct LinkAnswer {
  SessionId session;
  std::optional<std::string> url;
  std::optional<UtcTime> expires_at;
};

}  // namespace

template <>
constexpr auto members_of<LinkAnswer> =
    members(Member{"sessionId", &LinkAnswer::session},
            Member{"captureUrl",
                   &LinkAnswer::url,
                   "The link that opens the session; null if it was taken back.",
                   {.format = "uri"}},
            Member{"linkExpiresAt", &LinkAnswer::expires_at});

namespace {

// Submits a command to the writer. `done` is the answer where the log has the change, or had it
// before.
void submit(BackendService& service, const CallPtr& call, Submission submission, LinkAnswer done) {
  service.data.writer().submit(
      std::move(submission), [call, done = std::move(done)](const Outcome& outcome) {
        guarded(call, [&] {
          const auto* rejection = std::get_if<Rejection>(&outcome);
          const bool is_so = rejection != nullptr && rejection->why == Refusal::NothingToDo;
          const auto problem = problem_of(outcome);
          if (problem && !is_so) return call->refuse(*problem);
          call->reply_json(200, json_of(done));
        });
      });
}

Submission submission_of(const CallPtr& call, const OwnedSession& owned, SessionCommand command) {
  return {.stream = stream_of(owned.session.id),
          .command = std::move(command),
          .actor = {ActorKind::Client, owned.client.key.value()},
          .request = call->request_id()};
}

}  // namespace

void renew_link(BackendService& service,
                const CallPtr& call,
                const OwnedSession& owned,
                std::string body) {
  const Session& session = owned.session;
  const auto request = parse_link_request(body, link_ttl_max(owned.client));
  if (!request) return call->refuse(request.error());
  std::string code = service.links.codes().renewed_link(session.id, service.random);
  auto url = allows_links(owned.client) ? service.links.address_of(code) : std::nullopt;
  if (!url) return call->refuse(problem_of(refused(Refusal::LinkUnavailable)));
  const auto key = service.data.session_key(session.id);
  if (!key) return call->refuse(problem_of(key.error()));

  const UtcTime now = service.clock.now();
  const Duration token_ttl = token_ttl_of(owned.client, service.settings);
  const UtcTime expires_at =
      now + request->link_ttl.value_or(usual_link_ttl(owned.client, token_ttl));
  const auto periods = periods_of(owned.client.policy, service.settings.periods());
  const UtcTime last_end = std::max(expires_at + token_ttl, session.expires_at);
  Submission submission =
      submission_of(call, owned, RenewLink{now, hash_of_code(code), expires_at});
  submission.wrap_key = service.data.key_wrapping(session.id, *key, last_end + periods.unfinished);
  submit(service, call, std::move(submission), {session.id, *std::move(url), expires_at});
}

void take_link_back(BackendService& service, const CallPtr& call, const OwnedSession& owned) {
  submit(service,
         call,
         submission_of(call, owned, TakeLinkBack{service.clock.now()}),
         {owned.session.id, std::nullopt, std::nullopt});
}

Schema link_schema() { return answer_schema_of<LinkAnswer>("CaptureLink"); }

}  // namespace countersign::http
