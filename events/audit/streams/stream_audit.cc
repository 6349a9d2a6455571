#include "events/audit/streams/stream_audit.h"

#include <algorithm>
#include <span>
#include <utility>

#include "core/session/review/review_statement.h"
#include "core/session/sandbox.h"
#include "events/audit/streams/command_of_events.h"

namespace countersign {
namespace {

constexpr Duration kInstant{1};

bool is_decided(const Session& session, const RecordedDecision& decision, UtcTime at, Found found) {
  const auto command =
      command_of(decision.first->recorded.event, decision.last().recorded, at, found);
  if (!command) return false;
  auto again = decide(session, *command);
  if (!again || again->size() != (decision.second == nullptr ? 1 : 2)) return false;
  const std::vector<Event> events = any_stream(*std::move(again));
  return events.front() == decision.first->recorded.event &&
         events.back() == decision.last().recorded.event;
}

// An engine that reads documents also finds another document type by itself.
bool is_decided(const Session& session, const RecordedDecision& decision, UtcTime at) {
  return is_decided(session, decision, at, Found::ByDecide) ||
         is_decided(session, decision, at, Found::ByEngine);
}

bool redeems(const Event& event) {
  return std::holds_alternative<HandoffRefused>(event) ||
         std::holds_alternative<DeviceJoined>(event);
}

// The ends that may lie between the command's time and the event's, the latest first.
std::vector<UtcTime> ends_before(const Session& session, const RecordedDecision& decision) {
  std::vector<UtcTime> ends{session.expires_at, session.token_expires_at, session.link.expires_at};
  if (const auto* consumed = std::get_if<NonceConsumed>(&decision.first->recorded.event)) {
    const Challenge* challenge = find_challenge(session, consumed->step, consumed->nonce);
    if (challenge != nullptr) ends.push_back(challenge->expires_at);
  }
  if (session.handoff && redeems(decision.last().recorded.event)) {
    ends.push_back(session.handoff->expires_at);
  }
  const auto* claimed = std::get_if<ReviewClaimed>(&decision.last().recorded.event);
  if (claimed != nullptr && claimed->taken_from && session.review.claim) {
    ends.push_back(session.review.claim->expires_at);
  }
  std::erase_if(ends, [&](UtcTime end) { return end > decision.last().recorded.at; });
  // A time before the earliest end is before both.
  std::ranges::sort(ends, std::greater{});
  return ends;
}

bool is_allowed(const Session& session, const RecordedDecision& decision) {
  if (is_decided(session, decision, decision.last().recorded.at)) return true;
  return std::ranges::any_of(ends_before(session, decision), [&](UtcTime end) {
    return is_decided(session, decision, end - kInstant);
  });
}

void evolve(Session& session, const RecordedDecision& decision) {
  evolve(session, decision.first->recorded, decision.first->leaf);
  if (decision.second != nullptr) evolve(session, decision.second->recorded, decision.second->leaf);
}

}  // namespace

AuditFault fault_at(const StoredEvent& event, std::string why) {
  return {event.recorded.sequence, std::move(why)};
}

const EngineVersion* engine_of(const Event& event) {
  return std::visit(
      [](const auto& happened) -> const EngineVersion* {
        if constexpr (requires { happened.engine; }) return &happened.engine;
        return nullptr;
      },
      event);
}

bool may_begin_a_pair(const StoredEvent& event) {
  return std::holds_alternative<NonceConsumed>(event.recorded.event) ||
         std::holds_alternative<SessionCanceled>(event.recorded.event);
}

bool belong_together(const StoredEvent& first, const StoredEvent& next) {
  if (next.recorded.sequence.value() != first.recorded.sequence.value() + 1) return false;
  if (next.recorded.stream != first.recorded.stream) return false;
  if (std::holds_alternative<NonceConsumed>(first.recorded.event)) return true;
  return std::holds_alternative<SessionCanceled>(first.recorded.event) &&
         std::holds_alternative<FilesPurged>(next.recorded.event) &&
         next.recorded.request == first.recorded.request;
}

std::optional<AuditFault> StreamAudit::take(const RecordedDecision& decision, bool case_is_free) {
  if (auto fault = chain_fault(*decision.first)) return fault;
  if (decision.second != nullptr) {
    if (auto fault = chain_fault(*decision.second)) return fault;
  }
  if (std::holds_alternative<std::monostate>(state_)) return begin(decision);
  if (std::holds_alternative<OneClient>(state_)) return take_of_client(decision);
  if (std::holds_alternative<OneReviewer>(state_)) return take_of_reviewer(decision);
  if (std::holds_alternative<OneClientsWebhooks>(state_)) return take_of_webhooks(decision);
  if (std::holds_alternative<AllKeys>(state_)) return take_of_keys(decision);
  if (std::holds_alternative<AllThresholds>(state_)) return take_of_thresholds(decision);
  if (std::holds_alternative<BegunLog>(state_)) {
    return fault_at(*decision.first, "the log's own stream has no event after its first");
  }
  return take_of_session(decision, case_is_free);
}

bool StreamAudit::is_closed() const {
  const auto* ended = std::get_if<Ended>(&state_);
  return ended != nullptr && ended->purged && !ended->files.empty();
}

const ReviewClaim* StreamAudit::claim() const {
  const auto* ended = std::get_if<Ended>(&state_);
  const bool is_claimed = ended != nullptr && ended->review && ended->review->review.claim;
  return is_claimed ? &*ended->review->review.claim : nullptr;
}

const ClientKey* StreamAudit::client() const {
  if (const auto* session = std::get_if<OpenSession>(&state_)) return &(*session)->client;
  const auto* ended = std::get_if<Ended>(&state_);
  return ended != nullptr && ended->review ? &ended->review->client : nullptr;
}

std::span<const Sha256> StreamAudit::images() const {
  const auto* ended = std::get_if<Ended>(&state_);
  if (ended == nullptr || !ended->review) return {};
  return ended->review->images;
}

std::uint32_t StreamAudit::opinions_needed() const {
  const auto* ended = std::get_if<Ended>(&state_);
  return ended != nullptr && ended->review ? ended->review->review.needed : 0;
}

bool StreamAudit::is_handed() const {
  const auto* ended = std::get_if<Ended>(&state_);
  return ended != nullptr && ended->review && ended->review->review.handed;
}

std::optional<AuditFault> StreamAudit::chain_fault(const StoredEvent& event) {
  if (event.recorded.version.value() != ++version_) {
    return fault_at(
        event, "the event's version does not follow that of the event before it in the stream");
  }
  if (event.recorded.previous != previous_) {
    return fault_at(event,
                    "the event's `previous` is not the hash of the event before it in the stream");
  }
  previous_ = event.leaf;
  return std::nullopt;
}

std::optional<AuditFault> StreamAudit::begin(const RecordedDecision& decision) {
  const StreamId& id = decision.first->recorded.stream;
  if (client_of(id)) {
    state_ = std::make_unique<Client>();
    return take_of_client(decision);
  }
  if (reviewer_of(id)) {
    state_ = std::make_unique<Reviewer>();
    return take_of_reviewer(decision);
  }
  if (webhooks_client_of(id)) {
    state_ = std::make_unique<Webhooks>();
    return take_of_webhooks(decision);
  }
  if (is_keys_stream(id)) {
    state_ = std::make_unique<KeyAudit>();
    return take_of_keys(decision);
  }
  if (is_thresholds_stream(id)) {
    state_ = std::make_unique<std::set<Sha256>>();
    return take_of_thresholds(decision);
  }
  if (is_log_stream(id)) return begin_log(decision);
  if (!session_of(id)) {
    return fault_at(*decision.first,
                    "the event's stream is not session-<id>, client-<key>, webhooks-<key>, "
                    "reviewer-<id>, keys, thresholds or log");
  }
  if (!std::holds_alternative<SessionCreated>(decision.first->recorded.event)) {
    return fault_at(*decision.first, "the session's first event is not SessionCreated");
  }
  auto session = std::make_unique<Session>();
  evolve(*session, decision);
  state_ = std::move(session);
  return std::nullopt;
}

std::optional<AuditFault> StreamAudit::take_of_session(const RecordedDecision& decision,
                                                       bool case_is_free) {
  const auto* ended = std::get_if<Ended>(&state_);
  OpenSession session = ended != nullptr ? std::make_unique<Session>(expanded(*ended))
                                         : std::move(std::get<OpenSession>(state_));
  const auto claim = session->review.claim;
  if (case_is_free) session->review.claim.reset();
  const bool allowed = is_allowed(*session, decision);
  session->review.claim = claim;
  if (!allowed) {
    return fault_at(*decision.first, "the rules of a session do not allow the event at this place");
  }
  const EngineVersion* engine = engine_of(decision.last().recorded.event);
  if (engine != nullptr && is_sandbox(*engine) != session->sandbox) {
    return fault_at(decision.last(),
                    session->sandbox
                        ? "the session is a sandbox's, but was not judged by the sandbox engine"
                        : "the session is a real one, but was judged by the sandbox engine");
  }
  evolve(*session, decision);
  keep(std::move(session));
  return std::nullopt;
}

void StreamAudit::keep(OpenSession session) {
  if (!has_ended(*session)) {
    state_ = std::move(session);
    return;
  }
  Ended ended{session->status,
              session->held,
              session->purged_at.has_value(),
              session->sealed_values.has_value(),
              {},
              nullptr};
  if (session->review.asked) {
    ended.review = std::make_unique<InReview>(
        InReview{std::move(session->review), session->client, images_of(session->files), {}});
    for (const StoredFile& file : session->files) ended.review->kinds.push_back(file.kind);
    ended.review->review.reasons.clear();
    ended.review->review.told.reset();
    ended.review->review.earlier.clear();
  }
  ended.files.reserve(session->files.size());
  for (const StoredFile& file : session->files) {
    ended.files.push_back({file.file, file.size_bytes});
  }
  state_ = std::move(ended);
}

// Returns a session on which decide() decides as on the session before it was shortened.
Session StreamAudit::expanded(const Ended& ended) {
  Session session;
  session.exists = true;
  session.status = ended.status;
  session.held = ended.held;
  if (ended.purged) session.purged_at = UtcTime(0);
  if (ended.has_values) session.sealed_values = Sequence(0);
  if (ended.review) {
    session.review = ended.review->review;
    session.client = ended.review->client;
  }
  for (const Ended::File& kept : ended.files) {
    StoredFile file;
    file.file = kept.file;
    file.size_bytes = kept.size_bytes;
    if (ended.review) {
      file.sha256 = ended.review->images[session.files.size()];
      file.kind = ended.review->kinds[session.files.size()];
    }
    session.files.push_back(std::move(file));
  }
  return session;
}

}  // namespace countersign
