// POST /api/svc/session/create.
#include <algorithm>
#include <utility>
#include <variant>

#include "core/inspection/match_levels.h"
#include "core/inspection/thresholds/threshold_text.h"
#include "http/answers/answer_json.h"
#include "http/backend/backend_handlers.h"
#include "http/backend/backend_service.h"
#include "http/backend/session_request.h"
#include "http/call/guarded.h"
#include "http/call/machine_problem.h"
#include "http/call/outcome_problem.h"
#include "http/caller/authenticate.h"
#include "http/caller/pending_call.h"
#include "http/caller/repeat_service.h"
#include "http/judging/session_engine.h"
#include "http/sealed/sealed_origin.h"
#include "http/secrets/credential_hash.h"
#include "http/secrets/lifetimes.h"
#include "http/successor/successor.h"
#include "http/wire/random_ids.h"

namespace countersign::http {
namespace {

Sha256 meaning_of(const SessionRequest& request) {
  RequestDigest digest("create");
  digest.add(name_of(*request.purpose)).add_optional(request.user_ref);
  for (const std::string& origin : request.origin_allowlist) digest.add(origin);
  if (request.labels) {
    for (const SessionLabel& label : request.labels->value()) {
      digest.add("label").add(label.key).add(label.value);
    }
  }
  if (request.language) digest.add("language").add(*request.language);
  for (const AcceptedDocument& document : request.documents) {
    digest.add("document").add(document.country.value_or(""));
    for (const DocumentType type : document.types) digest.add(name_of(type));
  }
  if (request.return_url) digest.add("returnUrl").add(*request.return_url);
  if (request.link_ttl) digest.add("linkTtl").add(std::to_string(request.link_ttl->count()));
  return digest.finish();
}

// The state that waits for the writer.
struct Creation {
  BackendService& service;
  PendingCall call;
  SessionId session;
  std::string token;
  std::optional<std::string> capture_url;
  UtcTime at;

  // Runs on the writer's thread.
  void finish(const Outcome& outcome);
};

void Creation::finish(const Outcome& outcome) {
  if (const auto* committed = std::get_if<Committed>(&outcome)) {
    const auto* created = std::get_if<SessionCreated>(&committed->events.back().event);
    check(created != nullptr, "the last event of a session's creation is SessionCreated");
    service.metrics.session_created(created->purpose, created->sandbox);
    return call.reply_json(session_json(session, token, capture_url, *created));
  }
  if (const auto* rejection = std::get_if<Rejection>(&outcome)) {
    return call.refuse(problem_of_opening(*rejection, at));
  }
  if (const auto problem = problem_of(outcome)) return call.refuse(*problem);
  call.answer_again_later(std::get<Replayed>(outcome).last);
}

// Returns whether the server can compare faces for the client: with a model of the operator's only
// where there are levels for it.
bool can_match_faces(const BackendService& service, const Client& client) {
  const Capabilities can = SessionEngine(service.engine, client.sandbox)->capabilities();
  if (!can.face_match || !can.recognizer) return can.face_match;
  Thresholds set = service.settings.thresholds;
  if (change(set, client.policy.thresholds)) return false;
  return match_levels(*can.recognizer, set.face_match).in_force();
}

// Returns whether the client may open sessions of this purpose on this server.
bool is_in_scope(const BackendService& service, const Client& client, Purpose purpose) {
  if (std::ranges::count(client.policy.purposes, purpose) == 0) return false;
  return purpose != Purpose::FaceMatch || !service.settings.deny_unperformable ||
         can_match_faces(service, client);
}

void submit(BackendService& service,
            PendingCall call,
            const Client& client,
            SessionRequest request) {
  const UtcTime now = service.clock.now();
  const SessionId session(ordered_uuid(now, service.random));
  const SessionKey key = SessionKey::random(service.random);
  const auto record = call.record(meaning_of(request));
  std::string token = record ? service.tokens.derived_token(client.key, session, call.key())
                             : service.tokens.random_token();
  const Duration ttl = token_ttl_of(client, service.settings);
  const Duration link_ttl = request.link_ttl.value_or(usual_link_ttl(client, ttl));
  const auto link_expires_at = link_ttl == ttl ? std::nullopt : std::optional(now + link_ttl);
  // A device that opens the link at its very end has a token's time.
  const UtcTime last_end = link_expires_at.value_or(now + ttl) + ttl;

  Submission submission{
      .stream = stream_of(session),
      .command = CreateSession{.at = now,
                               .client = client.key,
                               .purpose = *request.purpose,
                               .token = hash_of_token(token),
                               .expires_at = now + ttl,
                               .attempts_allowed = service.settings.attempts,
                               .user_ref = std::move(request.user_ref),
                               .origin_allowlist = std::move(request.origin_allowlist),
                               .language = std::move(request.language),
                               .documents = std::move(request.documents),
                               .return_url = std::move(request.return_url),
                               .link_expires_at = link_expires_at,
                               .labels = std::move(request.labels)},
      .actor = {ActorKind::Client, client.key.value()},
      .request = call.call()->request_id(),
      .idempotency = record,
      .sealed = sealed_origin(call.call(), key, session, service.random),
      .wrap_key = service.data.key_wrapping(
          session,
          key,
          last_end + periods_of(client.policy, service.settings.periods()).unfinished)};
  auto creation = std::make_shared<Creation>(Creation{service,
                                                      std::move(call),
                                                      session,
                                                      std::move(token),
                                                      service.links.link_of(client, session),
                                                      now});
  service.data.writer().submit(std::move(submission), [creation](const Outcome& outcome) {
    guarded(creation->call.call(), [&] { creation->finish(outcome); });
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
  PendingCall pending(service.idempotency, service.transfers, call, client->key);
  if (!pending.take_key(stream_of(client->key))) return;
  const PendingCall::Use use = pending.use_of(meaning_of(*request));
  if (use == PendingCall::Use::Other) {
    return pending.refuse({.code = ProblemCode::IdempotencyMismatch});
  }
  if (use == PendingCall::Use::New && !is_in_scope(service, *client, *request->purpose)) {
    return pending.refuse({.code = ProblemCode::ScopeDenied});
  }
  if (use == PendingCall::Use::New) {
    if (const auto fault = page_fault(*request, *client)) return pending.refuse(*fault);
  }
  if (!keep_client_rate(service.caller, call, *client)) return;
  if (use == PendingCall::Use::Repeated) return pending.answer_earlier();
  submit(service, std::move(pending), *client, std::move(*request));
}

Result<std::string, StoreError> created_again(const RepeatService& service,
                                              std::string_view key,
                                              const RecordedEvent& last) {
  const auto session = session_of(last.stream);
  const auto* created = std::get_if<SessionCreated>(&last.event);
  if (created == nullptr || !session) return StoreError::Corrupt;
  const std::string token = service.tokens.derived_token(created->client, *session, key);
  if (hash_of_token(token) != created->token) return StoreError::Corrupt;
  const auto client = service.queries.client(created->client);
  if (!client) return client.error();
  if (!*client) return StoreError::Corrupt;
  return session_json(*session, token, service.links.link_of(**client, *session), *created);
}

}  // namespace countersign::http
