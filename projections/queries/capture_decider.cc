#include "projections/queries/capture_decider.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "core/session/review/review_reasons.h"
#include "core/session/review/review_rights.h"
#include "projections/fold/record_bytes.h"
#include "projections/views/all_projections.h"
#include "projections/views/clients.h"
#include "projections/views/keys.h"
#include "projections/views/log_view.h"
#include "projections/views/people/passkeys.h"
#include "projections/views/people/reviewers.h"
#include "projections/views/review/claims.h"
#include "projections/views/review/desk.h"
#include "projections/views/session/document_images.h"
#include "projections/views/session/fingerprints.h"
#include "projections/views/session/idempotency.h"
#include "projections/views/session/sessions.h"
#include "projections/views/threshold_sets.h"
#include "projections/views/usage.h"
#include "projections/views/webhooks.h"

namespace countersign {
namespace {

// The outcome if an earlier request had the same idempotency key; empty if none had.
std::optional<DecisionOutcome> repeated(const Submission& submission, ViewBatch& views) {
  if (!submission.idempotency) return std::nullopt;
  const auto entry = load<IdempotencyEntry>(
      views, space::kIdempotency, Idempotency::key(submission.idempotency->key));
  if (!entry || !is_replayable(*entry, time_of(submission.command))) return std::nullopt;
  if (entry->request != submission.idempotency->request) {
    return Rejection{Refusal::IdempotencyMismatch};
  }
  return Replayed{entry->last};
}

template <class StreamEvent>
DecisionOutcome outcome_of(Decision<StreamEvent> decision) {
  if (!decision) return decision.error();
  return any_stream(*std::move(decision));
}

const StoredFile* front_of(const Session& session) {
  const auto front = std::ranges::find_if(session.files, [](const StoredFile& file) {
    return file.kind == FileKind::Document && file.side == Side::Front;
  });
  return front == session.files.end() ? nullptr : &*front;
}

struct Decide {
  const StreamId& stream;
  ViewBatch& views;
  KnownFrames& known_frames;
  const std::function<void()>& recall;

  Decision<SessionEvent> operator()(const CreateSession& command) const {
    // An id that is already taken cannot begin another session.
    if (Sessions::load(views, session()).exists) return Rejection{Refusal::SessionInvalid};
    const Client client = Clients::load(views, command.client);
    const std::uint64_t opened =
        client.policy.quota ? Usage::opened(views, command.client, command.at) : 0;
    return countersign::decide(client, opened, command);
  }

  Decision<SessionEvent> operator()(const SessionCommand& command) const {
    Session state = Sessions::load(views, session());
    if (const auto refusal = refusal_of_act(state, command)) return Rejection{*refusal};
    if (const auto* document = std::get_if<SubmitDocument>(&command)) {
      return countersign::decide(state, SessionCommand(compared(state, *document)));
    }
    if (const auto* review = std::get_if<DecideReview>(&command)) {
      DecideReview by_policy = *review;
      const ClientPolicy policy = policy_of(state);
      by_policy.opinions_needed = static_cast<std::uint32_t>(policy.reviewers);
      by_policy.signed_only = !policy.unsigned_decisions;
      by_policy.looks_only = forbids_decisions_without_look(policy);
      by_policy.sentence_now = sentence_now(policy, by_policy.told);
      return countersign::decide(state, SessionCommand(std::move(by_policy)));
    }
    if (const auto* correction = std::get_if<CorrectReview>(&command)) {
      CorrectReview by_policy = *correction;
      const ClientPolicy policy = policy_of(state);
      by_policy.opinions_needed = static_cast<std::uint32_t>(policy.reviewers);
      by_policy.signed_only = !policy.unsigned_decisions;
      by_policy.looks_only = forbids_decisions_without_look(policy);
      by_policy.sentence_now = sentence_now(policy, by_policy.told);
      by_policy.is_forbidden = policy.corrections == Corrections::Forbidden;
      return countersign::decide(state, SessionCommand(std::move(by_policy)));
    }
    if (const auto* overdue = std::get_if<ReportOverdue>(&command)) {
      ReportOverdue by_policy = *overdue;
      by_policy.due_ms = due_ms_of(policy_of(state));
      return countersign::decide(state, SessionCommand(by_policy));
    }
    if (const auto* assign = std::get_if<AssignReview>(&command)) {
      if (const auto refusal = refusal_of_assignee(*assign, state)) return Rejection{*refusal};
    }
    const auto* liveness = std::get_if<SubmitLiveness>(&command);
    if (liveness == nullptr) return countersign::decide(state, command);
    return on_liveness(state, *liveness);
  }

  Decision<ClientEvent> operator()(const ClientCommand& command) const {
    const auto key = client_of(stream);
    check(key.has_value(), "a client's command goes to a client's stream");
    return countersign::decide(Clients::load(views, *key), command);
  }

  Decision<ReviewerEvent> operator()(const ReviewerCommand& command) const {
    const auto id = reviewer_of(stream);
    check(id.has_value(), "a reviewer's command goes to a reviewer's stream");
    auto decision = countersign::decide(Reviewers::load(views, *id), command);
    // Asked last, so that a link that is no good says nothing about anybody's passkeys.
    const auto* added = std::get_if<AddPasskey>(&command);
    if (decision && added != nullptr && Passkeys::is_taken(views, added->passkey)) {
      return Rejection{Refusal::PasskeyTaken};
    }
    return decision;
  }

  // A client that is unknown or disabled gets no endpoint, and none is enabled for it again.
  Decision<WebhookEvent> operator()(const WebhookCommand& command) const {
    const auto key = webhooks_client_of(stream);
    check(key.has_value(), "a command about webhooks goes to the stream of a client's webhooks");
    const bool begins = std::holds_alternative<RegisterWebhook>(command) ||
                        std::holds_alternative<EnableWebhook>(command);
    if (begins && !is_usable(Clients::load(views, *key))) {
      return Rejection{Refusal::ClientUnknown};
    }
    return countersign::decide(WebhooksView::load(views, *key), command);
  }

  Decision<KeyEvent> operator()(const KeyCommand& command) const {
    check(is_keys_stream(stream), "a command about keys goes to the stream of the keys");
    const SlotFactsOf facts(views);
    // Each session that gets a key brings this command, which seldom reserves new leaves.
    const auto* reserve = std::get_if<ReserveLeaves>(&command);
    if (reserve != nullptr && facts.reserved(reserve->slot) >= reserve->to) {
      return Rejection{Refusal::NothingToDo};
    }
    return countersign::decide(Keys::load(views), facts, command);
  }

  Decision<ThresholdEvent> operator()(const RecordThresholds& command) const {
    check(is_thresholds_stream(stream),
          "a command about thresholds goes to the stream of the thresholds");
    return countersign::decide(ThresholdSets::find(views, command.sha256).has_value(), command);
  }

  Decision<LogEvent> operator()(const BeginLog& command) const {
    check(is_log_stream(stream), "a command that begins the log goes to the log's own stream");
    return countersign::decide(LogView::load(views), command);
  }

 private:
  // A refused recording is remembered at once, so that a later submission of the same group is
  // compared with it too.
  Decision<SessionEvent> on_liveness(const Session& state, SubmitLiveness liveness) const {
    if (!liveness.marks.empty()) recall();
    liveness.frames_seen_elsewhere =
        Fingerprints::any_seen_elsewhere(views, state.client, session(), liveness.files) ||
        known_frames.any_seen_elsewhere(views, state.client, session(), liveness.marks);
    std::vector<FrameMark> marks = std::move(liveness.marks);
    auto decision = countersign::decide(state, SessionCommand(std::move(liveness)));
    if (!decision || marks.empty()) return decision;
    if (const auto* refused = std::get_if<LivenessRejected>(&decision->back())) {
      known_frames.add(state.client, session(), refused->attempt, std::move(marks));
    }
    return decision;
  }

  // Compares the document with the client's images accepted before, those of earlier submissions of
  // this group included.
  SubmitDocument compared(const Session& state, SubmitDocument document) const {
    if (state.sandbox) return document;
    const StoredFile* front = front_of(state);
    if (document.side == Side::Back && front != nullptr) {
      document.copy_of_front = copy_of(document.file, *front);
    }
    document.copy_of_another =
        DocumentImages::seen_elsewhere(views, state.client, session(), document.file);
    return document;
  }

  // Asked here, because a reviewer may be disabled after the call was admitted, and may sign twice
  // at once. Takes a claim out of the state that keeps nobody out any more.
  std::optional<Refusal> refusal_of_act(Session& state, const SessionCommand& command) const {
    return std::visit(
        [&](const auto& act) -> std::optional<Refusal> {
          const auto rights = rights_for(act);
          if (!rights) return std::nullopt;
          auto& claim = state.review.claim;
          if (claim && !is_in_force(*claim, state.client)) claim.reset();
          auto& assigned = state.review.assigned;
          const bool is_void =
              assigned && !keeps_others_out(*assigned, reviewer_named(assigned->to), state.client);
          // An assignment is replaced, and taken back, whether or not it keeps anybody out.
          if (is_void && rights->act != CaseAct::Assign) assigned.reset();
          return refusal_of(on_case(*rights, state.review.handed), state);
        },
        command);
  }

  // Asked for the reviewer whom a case is assigned to, who has to be able to decide it.
  std::optional<Refusal> refusal_of_assignee(const AssignReview& assign,
                                             const Session& state) const {
    if (!is_reviewer_id(assign.to)) return Refusal::ReviewerNotEligible;
    const ReviewRights rights{assign.to, CaseAct::Decide};
    if (!has_rights(reviewer_named(assign.to), rights, state.client)) {
      return Refusal::ReviewerNotEligible;
    }
    if (is_assigned_to(state.review, assign.to, assign.at)) return std::nullopt;
    if (!Desk::has_room(views, ReviewerId(assign.to), assign.at)) return Refusal::TooManyAssigned;
    return std::nullopt;
  }

  bool is_in_force(const ReviewClaim& claim, const ClientKey& client) const {
    return keeps_others_out(claim, reviewer_named(claim.reviewer), client) &&
           Claims::is_held(views, session(), claim.reviewer);
  }

  std::optional<Refusal> refusal_of(const ReviewRights& rights, const Session& state) const {
    if (!is_registered_reviewer(rights.reviewer)) return std::nullopt;
    const Reviewer reviewer = reviewer_named(rights.reviewer);
    if (!has_rights(reviewer, rights, state.client, state.review.decision.has_value())) {
      const bool is_for_supervisors =
          rights.act == CaseAct::TakeHandedOn &&
          has_rights(reviewer, {rights.reviewer, CaseAct::Decide}, state.client);
      if (is_for_supervisors) return Refusal::ReviewHandedOver;
      return Refusal::ReviewerNotEligible;
    }
    if (rights.signature != nullptr && !is_counted_on(reviewer, *rights.signature)) {
      return Refusal::PasskeyCopied;
    }
    return std::nullopt;
  }

  // Returns an unregistered reviewer if no reviewer has this name.
  Reviewer reviewer_named(std::string_view name) const {
    if (!is_reviewer_id(name)) return {};
    return Reviewers::load(views, ReviewerId(std::string(name)));
  }

  ClientPolicy policy_of(const Session& state) const {
    return Clients::load(views, state.client).policy;
  }

  SessionId session() const {
    const auto id = session_of(stream);
    check(id.has_value(), "a session's command goes to a session's stream");
    return *id;
  }
};

}  // namespace

StreamHead CaptureDecider::head(const StreamId& stream, ViewBatch& views) const {
  if (const auto id = session_of(stream)) {
    const Session session = Sessions::load(views, *id);
    return {StreamVersion(session.version), session.last_leaf};
  }
  if (is_keys_stream(stream)) {
    const KeyHistory keys = Keys::load(views);
    return {StreamVersion(keys.version), keys.last_leaf};
  }
  if (is_thresholds_stream(stream)) {
    const ThresholdHistory thresholds = ThresholdSets::load(views);
    return {StreamVersion(thresholds.version), thresholds.last_leaf};
  }
  if (is_log_stream(stream)) {
    const LogHistory log = LogView::load(views);
    return {StreamVersion(log.version), log.last_leaf};
  }
  if (const auto id = reviewer_of(stream)) {
    const Reviewer reviewer = Reviewers::load(views, *id);
    return {StreamVersion(reviewer.version), reviewer.last_leaf};
  }
  if (const auto owner = webhooks_client_of(stream)) {
    const Webhooks webhooks = WebhooksView::load(views, *owner);
    return {StreamVersion(webhooks.version), webhooks.last_leaf};
  }
  const auto key = client_of(stream);
  check(key.has_value(),
        "a stream belongs to a session, a client, its webhooks, a reviewer, the keys, the "
        "thresholds or the log");
  const Client client = Clients::load(views, *key);
  return {StreamVersion(client.version), client.last_leaf};
}

DecisionOutcome CaptureDecider::decide(const Submission& submission, ViewBatch& views) const {
  if (auto outcome = repeated(submission, views)) return *std::move(outcome);
  const Decide decide{submission.stream, views, known_frames_, recall_};
  return std::visit([&](const auto& command) { return outcome_of(decide(command)); },
                    submission.command);
}

void CaptureDecider::fold(const RecordedEvent& recorded,
                          const Sha256& leaf,
                          ViewBatch& views) const {
  fold_into_all(recorded, leaf, views);
  if (!std::holds_alternative<FilesPurged>(recorded.event)) return;
  known_frames_.forget(*session_of(recorded.stream));
}

}  // namespace countersign
