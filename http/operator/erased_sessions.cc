#include "http/operator/erased_sessions.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <variant>

#include "events/checkpoints/receipt.h"
#include "http/call/machine_problem.h"
#include "http/metrics/metrics.h"
#include "projections/retention/purge.h"

namespace countersign::http {
namespace {

using LastEvent = Result<std::optional<StoredEvent>, Problem>;

// The last event of this type in the session's stream.
template <class E>
LastEvent last_event_of(const OperationContext& context, const SessionId& session) {
  auto events = context.data.queries().timeline(session);
  if (!events) return problem_of(events.error());
  const auto found = std::find_if(events->rbegin(), events->rend(), [](const StoredEvent& event) {
    return std::holds_alternative<E>(event.recorded.event);
  });
  if (found == events->rend()) return std::optional<StoredEvent>();
  return std::optional(std::move(*found));
}

Result<HeldSession, Problem> hold_on(const OperationContext& context, const SessionId& session) {
  const auto event = last_event_of<HoldSet>(context, session);
  if (!event) return event.error();
  if (!*event) return Problem{.code = ProblemCode::Internal};
  const RecordedEvent& recorded = (*event)->recorded;
  return HeldSession{
      session, recorded.at, recorded.actor.ref, std::get<HoldSet>(recorded.event).reason};
}

// Why a purge failed; nullopt if it is done, was done before, or a hold keeps the files.
std::optional<Problem> fault_of_purge(const PurgeOutcome& outcome) {
  if (outcome) return std::nullopt;
  if (const auto* error = std::get_if<StoreError>(&outcome.error())) return problem_of(*error);
  const auto* rejection = std::get_if<Rejection>(&outcome.error());
  if (rejection == nullptr) return unavailable("Too many submissions wait; try again later.");
  const bool is_told =
      rejection->why == Refusal::NothingToDo || rejection->why == Refusal::LegalHold;
  return is_told ? std::nullopt : std::optional(problem_of(*rejection));
}

bool is_held_back(const PurgeOutcome& outcome) {
  if (outcome) return false;
  const auto* rejection = std::get_if<Rejection>(&outcome.error());
  return rejection != nullptr && rejection->why == Refusal::LegalHold;
}

}  // namespace

Schema ErasedSession::schema() { return schema_of<ErasedSession>("ErasedSession"); }
Schema HeldSession::schema() { return schema_of<HeldSession>("HeldSession"); }

Result<std::optional<std::string>, Problem> receipt_of(const OperationContext& context,
                                                       const StoredEvent& event) {
  CheckpointKeeper* const keeper = context.data.checkpoints();
  if (keeper == nullptr) return std::optional<std::string>();
  const auto receipt = make_receipt(context.data.log(), *keeper, event);
  if (!receipt) return unavailable(receipt.error());
  return std::optional(to_text(*receipt));
}

Result<std::optional<ErasedSession>, Problem> erasure_of(const OperationContext& context,
                                                         const SessionId& session) {
  const auto event = last_event_of<FilesPurged>(context, session);
  if (!event) return event.error();
  if (!*event) return std::optional<ErasedSession>();
  const auto& purged = std::get<FilesPurged>((*event)->recorded.event);
  auto receipt = receipt_of(context, **event);
  if (!receipt) return receipt.error();
  return std::optional(ErasedSession{session,
                                     (*event)->recorded.at,
                                     purged.files.size(),
                                     purged.size_bytes,
                                     (*event)->recorded.sequence,
                                     (*event)->leaf,
                                     *std::move(receipt)});
}

Result<ErasedSessions, Problem> erase_sessions(const OperationContext& context,
                                               const std::vector<SessionId>& sessions,
                                               const StatedReason& why) {
  std::vector<PurgeRequest> requests;
  for (const SessionId& session : sessions) {
    requests.push_back({session, context.actor, context.request, why});
  }
  const auto outcomes = purge_sessions(context.data, requests, context.data.clock().now());
  ErasedSessions all;
  for (const PurgeOutcome& outcome : outcomes) {
    if (const auto problem = fault_of_purge(outcome)) return *problem;
    if (!outcome) continue;
    all.files_left += outcome->failed_files;
    if (context.metrics != nullptr) {
      context.metrics->files_purged(outcome->purged_files, outcome->purged_bytes);
    }
  }
  for (std::size_t i = 0; i < sessions.size(); ++i) {
    if (is_held_back(outcomes[i])) {
      auto one = hold_on(context, sessions[i]);
      if (!one) return one.error();
      all.held.push_back(*std::move(one));
      continue;
    }
    auto one = erasure_of(context, sessions[i]);
    if (!one) return one.error();
    if (*one) all.erased.push_back(**std::move(one));
  }
  return all;
}

Problem held_problem(const HeldSession& held) {
  return {.code = ProblemCode::LegalHold,
          .detail = fmt::format(
              "A legal hold, set by {} at {}, keeps the files of the session {}: {}. Release it "
              "with `hold release` first.",
              held.by,
              to_string(held.since),
              to_string(held.session.value()),
              held.reason)};
}

}  // namespace countersign::http
