#include "http/successor/successor.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

#include "core/check.h"
#include "events/vault/session_key.h"
#include "http/call/outcome_problem.h"
#include "http/sealed/sealed_origin.h"
#include "http/secrets/lifetimes.h"
#include "http/wire/random_ids.h"

namespace countersign::http {
namespace {

// The hash of a token that nobody has: the link gives the person a token.
TokenHash unknown_token(RandomSource& random) {
  Digest hash{};
  random.fill(hash);
  return TokenHash(hash);
}

}  // namespace

Problem problem_of_opening(const Rejection& rejection, UtcTime at) {
  // The client was disabled after its credentials were checked.
  if (rejection.why == Refusal::ClientUnknown) return {.code = ProblemCode::ClientAuthFailed};
  Problem problem = problem_of(rejection);
  if (rejection.why == Refusal::QuotaExceeded) {
    problem.retry_after_seconds = static_cast<std::uint64_t>(
        std::chrono::ceil<std::chrono::seconds>(next_month(at) - at).count());
  }
  return problem;
}

void count_opened(Metrics& metrics, const std::vector<RecordedEvent>& events) {
  for (const RecordedEvent& event : events) {
    const auto* created = std::get_if<SessionCreated>(&event.event);
    if (created != nullptr) metrics.session_created(created->purpose, created->sandbox);
  }
}

Purpose purpose_with(const std::vector<Step>& steps, Purpose before) {
  constexpr std::array kPurposes{
      Purpose::FullCapture, Purpose::DocumentVerification, Purpose::Liveness};
  if (steps_of(before) == steps) return before;
  const auto* const purpose = std::ranges::find(kPurposes, steps, steps_of);
  check(purpose != kPurposes.end(), "some purpose has the steps that are asked for again");
  return *purpose;
}

NewSuccessor make_successor(const SuccessorMaker& maker,
                            const CallPtr& call,
                            const Client& client,
                            const Session& session,
                            const AskingAgain& asking) {
  const SessionId id(ordered_uuid(asking.at, maker.random));
  const SessionKey key = SessionKey::random(maker.random);
  const std::vector<Step> steps = steps_asked(session.review, asking.steps);
  const Duration ttl = token_ttl_of(client, maker.settings);
  const Duration link_ttl = usual_link_ttl(client, ttl);
  const auto link_expires_at = link_ttl == ttl ? std::nullopt : std::optional(asking.at + link_ttl);
  const UtcTime last_end = link_expires_at.value_or(asking.at + ttl) + ttl;
  const auto periods = periods_of(client.policy, maker.settings.periods());
  Submission creation{.stream = stream_of(id),
                      .command = CreateSession{.at = asking.at,
                                               .client = client.key,
                                               .purpose = purpose_with(steps, session.purpose),
                                               .token = unknown_token(maker.random),
                                               .expires_at = asking.at + ttl,
                                               .attempts_allowed = maker.settings.attempts,
                                               .user_ref = session.user_ref,
                                               .origin_allowlist = session.origin_allowlist,
                                               .language = session.language,
                                               .documents = session.documents,
                                               .return_url = session.return_url,
                                               .link_expires_at = link_expires_at,
                                               .labels = session.labels,
                                               .predecessor = Predecessor{session.id}},
                      .actor = asking.actor,
                      .request = call->request_id(),
                      .sealed = sealed_origin(call, key, id, maker.random, asking.words),
                      .wrap_key = maker.data.key_wrapping(id, key, last_end + periods.unfinished)};
  return {{id, steps}, std::make_shared<const Submission>(std::move(creation))};
}

}  // namespace countersign::http
