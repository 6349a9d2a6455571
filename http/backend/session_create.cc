// POST /api/svc/session/create.
#include <algorithm>
#include <chrono>
#include <utility>
#include <variant>

#include "http/answers/answer_json.h"
#include "http/backend/backend_handlers.h"
#include "http/backend/backend_service.h"
#include "http/backend/session_request.h"
#include "http/call/guarded.h"
#include "http/call/machine_problem.h"
#include "http/call/outcome_problem.h"
#include "http/caller/authenticate.h"
#include "http/caller/idempotency.h"
#include "http/caller/sealed_origin.h"
#include "http/service/credential_hash.h"
#include "http/service/session_engine.h"
#include "http/wire/random_ids.h"

namespace countersign::http {
namespace {

Sha256 meaning_of(const SessionRequest& request) {
  RequestDigest digest("create");
  digest.add(name_of(*request.purpose)).add_optional(request.user_ref);
  for (const std::string& origin : request.origin_allowlist) digest.add(origin);
  return digest.finish();
}

std::uint64_t seconds_until_next_month(UtcTime now) {
  return static_cast<std::uint64_t>(
      std::chrono::ceil<std::chrono::seconds>(next_month(now) - now).count());
}

// The state that waits for the writer.
struct Creation {
  BackendService& service;
  CallPtr call;
  SessionId session;
  std::string token;
  UtcTime at;
  std::optional<IdempotentRequest> idempotent;

  // Runs on the writer's thread.
  void finish(const Outcome& outcome);
  void refuse(const Problem& problem) {
    idempotent.reset();
    call->refuse(problem);
  }
};

Problem problem_of_rejection(const Rejection& rejection, UtcTime at) {
  // The client was disabled after its credentials were checked.
  if (rejection.why == Refusal::ClientUnknown) return {.code = ProblemCode::ClientAuthFailed};
  Problem problem = problem_of(rejection);
  if (rejection.why == Refusal::QuotaExceeded) {
    problem.retry_after_seconds = seconds_until_next_month(at);
  }
  return problem;
}

void Creation::finish(const Outcome& outcome) {
  if (const auto* committed = std::get_if<Committed>(&outcome)) {
    const auto* created = std::get_if<SessionCreated>(&committed->events.back().event);
    check(created != nullptr, "the last event of a session's creation is SessionCreated");
    service.metrics.session_created(created->purpose, created->sandbox);
    idempotent.reset();
    return call->reply_json(200, session_json(session, token, *created));
  }
  if (const auto* rejection = std::get_if<Rejection>(&outcome)) {
    return refuse(problem_of_rejection(*rejection, at));
  }
  if (const auto problem = problem_of(outcome)) return refuse(*problem);
  check(idempotent.has_value(), "a creation that is replayed has an idempotency key");
  const Sequence last = std::get<Replayed>(outcome).last;
  const bool posted =
      service.transfers.submit([&service = service, call = call, key = idempotent->key(), last] {
        guarded(call, [&] { service.idempotency.answer_again(call, key, last); });
      });
  if (!posted) refuse(unavailable("The server is busy."));
}

// Returns whether the client may open sessions of this purpose on this server.
bool is_in_scope(const BackendService& service, const Client& client, Purpose purpose) {
  if (std::ranges::count(client.policy.purposes, purpose) == 0) return false;
  return purpose != Purpose::FaceMatch || !service.settings.deny_unperformable ||
         SessionEngine(service.engine, client.sandbox)->capabilities().face_match;
}

void submit(BackendService& service,
            const CallPtr& call,
            const Client& client,
            SessionRequest request,
            std::optional<IdempotentRequest> idempotent) {
  const UtcTime now = service.clock.now();
  const SessionId session(ordered_uuid(now, service.random));
  const SessionKey key = SessionKey::random(service.random);
  std::string token = idempotent
                          ? service.tokens.derived_token(client.key, session, idempotent->key())
                          : service.tokens.random_token();
  const std::chrono::milliseconds ttl(client.policy.token_ttl_ms.value_or(
      static_cast<std::uint64_t>(service.settings.session_ttl.count())));
  std::optional<IdempotencyRecord> mark;
  if (idempotent) mark = idempotent->mark(meaning_of(request));

  Submission submission{
      .stream = stream_of(session),
      .command = CreateSession{.at = now,
                               .client = client.key,
                               .purpose = *request.purpose,
                               .token = hash_of_token(token),
                               .expires_at = now + ttl,
                               .attempts_allowed = service.settings.attempts,
                               .user_ref = std::move(request.user_ref),
                               .origin_allowlist = std::move(request.origin_allowlist)},
      .actor = {ActorKind::Client, client.key.value()},
      .request = call->request_id(),
      .idempotency = mark,
      .sealed = sealed_origin(call, key, session, service.random),
      .wrap_key = service.data.key_wrapping(
          session,
          key,
          now + ttl + periods_of(client.policy, service.settings.periods()).unfinished)};
  auto creation = std::make_shared<Creation>(
      Creation{service, call, session, std::move(token), now, std::move(idempotent)});
  service.data.writer().submit(std::move(submission), [creation](const Outcome& outcome) {
    guarded(creation->call, [&] { creation->finish(outcome); });
  });
}

}  // namespace

// The order of the checks is the order of precedence of the problems.
void create_session(BackendService& service, const CallPtr& call, std::string body) {
  auto request = parse_session_request(body);
  if (!request) return call->refuse({.code = ProblemCode::InvalidJson});
  if (!request->client_key || !request->client_secret) {
    return call->refuse({.code = ProblemCode::ClientMissing});
  }
  const auto client =
      check_credentials(service.caller, call, request->client_key, request->client_secret);
  if (!client) {
    if (client.error().fault != CredentialFault::Wrong) return call->refuse(client.error().problem);
    return call->refuse({.code = ProblemCode::ClientAuthFailed});
  }
  if (!request->purpose) return call->refuse({.code = ProblemCode::UnknownPurpose});
  if (request->fault) return call->refuse(*request->fault);
  auto key = idempotency_key_of(call->head());
  if (!key) return call->refuse(key.error());

  std::optional<IdempotentRequest> idempotent;
  if (*key) {
    auto begun = service.idempotency.begin(stream_of(client->key), std::move(**key));
    if (!begun) return call->refuse(begun.error());
    idempotent = std::move(*begun);
  }
  if (idempotent && idempotent->earlier()) {
    if (idempotent->earlier()->request != meaning_of(*request)) {
      idempotent.reset();
      return call->refuse({.code = ProblemCode::IdempotencyMismatch});
    }
    if (!keep_client_rate(service.caller, call, *client)) return;
    const std::string used = idempotent->key();
    const Sequence last = idempotent->earlier()->last;
    idempotent.reset();
    return service.idempotency.answer_again(call, used, last);
  }
  if (!is_in_scope(service, *client, *request->purpose)) {
    idempotent.reset();  // free before the client can send the request again
    return call->refuse({.code = ProblemCode::ScopeDenied});
  }
  if (!keep_client_rate(service.caller, call, *client)) return;
  submit(service, call, *client, std::move(*request), std::move(idempotent));
}

}  // namespace countersign::http
