#include "http/stream_audit.h"

#include <algorithm>
#include <span>
#include <utility>

#include "core/client.h"
#include "core/session.h"

namespace countersign::http {
namespace {

constexpr Duration kInstant{1};

// One event, or the two of an append that belong together.
struct Act {
  std::vector<Event> events;
  UtcTime at;
};

using Commands = std::vector<SessionCommand>;

Findings findings_of(const auto& event) {
  return Findings{.issues = event.issues, .checks = event.checks, .engine = event.engine};
}

// The refusal that decide() itself puts in front is not one of the findings.
std::vector<Issue> without_decided(std::vector<Issue> issues) {
  if (!issues.empty() && issues.front().code == "DOCUMENT_TYPE_MISMATCH") {
    issues.erase(issues.begin());
  }
  return issues;
}

// The commands that this act may have come from, at one time.
class CommandOf {
 public:
  CommandOf(const Act& act, UtcTime at) : act_(act), at_(at) {}

  std::optional<SessionCommand> make() const {
    return std::visit([this](const auto& event) { return of(event); }, act_.events.back());
  }

 private:
  using Made = std::optional<SessionCommand>;

  std::optional<NonceHash> nonce() const {
    const auto* consumed = std::get_if<NonceConsumed>(&act_.events.front());
    return consumed == nullptr ? std::nullopt : std::optional(consumed->nonce);
  }

  Made of(const ChallengeIssued& event) const {
    return IssueChallenge{at_, event.step, event.nonce, event.expires_at, event.actions};
  }
  Made of(const DocumentAccepted& event) const {
    if (!nonce()) return std::nullopt;
    SubmitDocument command{.at = at_, .nonce = *nonce(), .side = event.side};
    command.document_type = event.document_type;
    command.findings = findings_of(event);
    command.file = event.file;
    return command;
  }
  Made of(const DocumentRejected& event) const {
    if (!nonce()) return std::nullopt;
    SubmitDocument command{.at = at_, .nonce = *nonce(), .side = event.side};
    command.document_type = event.document_type;
    command.findings = findings_of(event);
    command.findings.issues = without_decided(std::move(command.findings.issues));
    command.file.sha256 = event.image.sha256;
    command.file.size_bytes = event.image.size_bytes;
    return command;
  }
  Made of(const LivenessAccepted& event) const {
    if (!nonce()) return std::nullopt;
    SubmitLiveness command{.at = at_, .nonce = *nonce()};
    command.findings = findings_of(event);
    command.files = event.files;
    return command;
  }
  Made of(const LivenessRejected& event) const {
    if (!nonce()) return std::nullopt;
    SubmitLiveness command{.at = at_, .nonce = *nonce()};
    command.findings = findings_of(event);
    command.failed_action = event.failed_action;
    for (const RefusedImage& image : event.images) {
      StoredFile file;
      file.sha256 = image.sha256;
      file.size_bytes = image.size_bytes;
      command.files.push_back(std::move(file));
    }
    return command;
  }
  Made of(const SessionFinalized& event) const {
    return FinalizeSession{at_,
                           Findings{.issues = {}, .checks = event.checks, .engine = event.engine}};
  }
  Made of(const SessionExpired&) const { return ExpireSession{at_}; }
  Made of(const SessionCanceled&) const { return CancelSession{at_}; }
  Made of(const DocumentsDownloaded& event) const { return DownloadDocuments{at_, event.file}; }
  Made of(const FilesPurged& event) const { return PurgeFiles{at_, event.reason, event.cutoff}; }
  Made of(const HoldSet& event) const { return SetHold{at_, event.reason}; }
  Made of(const HoldReleased& event) const { return ReleaseHold{at_, event.reason}; }

  // These begin a session, end an act of two, or are no session's.
  Made of(const SessionCreated&) const { return std::nullopt; }
  Made of(const NonceConsumed&) const { return std::nullopt; }
  Made of(const ClientRegistered&) const { return std::nullopt; }
  Made of(const ClientChanged&) const { return std::nullopt; }
  Made of(const SecretAdded&) const { return std::nullopt; }
  Made of(const SecretRevoked&) const { return std::nullopt; }
  Made of(const ClientDisabled&) const { return std::nullopt; }

  const Act& act_;
  const UtcTime at_;
};

// The event's own time first, then just before the ends that may have come between.
std::vector<UtcTime> candidate_times(const Session& session, const Act& act) {
  std::vector<UtcTime> times{act.at};
  const auto add = [&](UtcTime end) {
    if (end <= act.at) times.push_back(end - kInstant);
  };
  add(session.expires_at);
  if (const auto* consumed = std::get_if<NonceConsumed>(&act.events.front())) {
    const Challenge* challenge = find_challenge(session, consumed->step, consumed->nonce);
    if (challenge != nullptr) add(challenge->expires_at);
  }
  // The earliest serves both ends.
  std::ranges::sort(times, std::greater{});
  return times;
}

bool is_allowed(const Session& session, const Act& act) {
  return std::ranges::any_of(candidate_times(session, act), [&](UtcTime at) {
    const auto command = CommandOf(act, at).make();
    if (!command) return false;
    const Decision decision = decide(session, *command);
    return decision.has_value() && *decision == act.events;
  });
}

std::optional<ClientCommand> client_command_of(const Event& event, UtcTime at) {
  using Made = std::optional<ClientCommand>;
  if (const auto* registered = std::get_if<ClientRegistered>(&event)) {
    return Made(RegisterClient{at, registered->name, registered->policy, registered->secret});
  }
  if (const auto* changed = std::get_if<ClientChanged>(&event)) {
    return Made(ChangeClient{at, changed->name, changed->policy});
  }
  if (const auto* added = std::get_if<SecretAdded>(&event))
    return Made(AddSecret{at, added->secret});
  if (const auto* revoked = std::get_if<SecretRevoked>(&event)) {
    return Made(RevokeSecret{at, revoked->secret_id});
  }
  if (const auto* disabled = std::get_if<ClientDisabled>(&event)) {
    return Made(DisableClient{at, disabled->reason});
  }
  return std::nullopt;
}

// Those that stand in one append with the event after them.
bool opens_an_act(const StoredEvent& event, const StoredEvent* next) {
  if (std::holds_alternative<NonceConsumed>(event.recorded.event)) return true;
  return std::holds_alternative<SessionCanceled>(event.recorded.event) && next != nullptr &&
         std::holds_alternative<FilesPurged>(next->recorded.event) &&
         next->recorded.request == event.recorded.request &&
         next->recorded.sequence.value() == event.recorded.sequence.value() + 1;
}

AuditFault fault_at(const StoredEvent& event, std::string why) {
  return {event.recorded.sequence, std::move(why)};
}

std::optional<AuditFault> chain_fault(const std::vector<StoredEvent>& stream) {
  Sha256 previous;
  std::uint64_t version = 0;
  for (const StoredEvent& event : stream) {
    if (event.recorded.version.value() != ++version) {
      return fault_at(event, "its version does not follow the one before in its stream");
    }
    if (event.recorded.previous != previous) {
      return fault_at(event, "it is not chained to the event before in its stream");
    }
    previous = event.leaf;
  }
  return std::nullopt;
}

std::optional<AuditFault> session_fault(const std::vector<StoredEvent>& stream) {
  if (!std::holds_alternative<SessionCreated>(stream.front().recorded.event)) {
    return fault_at(stream.front(), "a session's first event is not its creation");
  }
  Session session;
  evolve(session, stream.front().recorded, stream.front().leaf);
  for (std::size_t i = 1; i < stream.size();) {
    const StoredEvent* next = i + 1 < stream.size() ? &stream[i + 1] : nullptr;
    const std::size_t count = opens_an_act(stream[i], next) && next != nullptr ? 2 : 1;
    Act act;
    for (const StoredEvent& event : std::span(stream).subspan(i, count)) {
      act.events.push_back(event.recorded.event);
      act.at = event.recorded.at;
    }
    if (!is_allowed(session, act)) {
      return fault_at(stream[i], "the rules of a session do not allow it at this place");
    }
    for (const StoredEvent& event : std::span(stream).subspan(i, count)) {
      evolve(session, event.recorded, event.leaf);
    }
    i += count;
  }
  return std::nullopt;
}

std::optional<AuditFault> client_fault(const std::vector<StoredEvent>& stream) {
  Client client;
  for (const StoredEvent& event : stream) {
    const auto command = client_command_of(event.recorded.event, event.recorded.at);
    const auto decision = command ? decide(client, *command) : Decision(Rejection{});
    if (!decision || *decision != std::vector<Event>{event.recorded.event}) {
      return fault_at(event, "the rules of a client do not allow it at this place");
    }
    evolve(client, event.recorded, event.leaf);
  }
  return std::nullopt;
}

}  // namespace

std::optional<AuditFault> audit_stream(const std::vector<StoredEvent>& stream) {
  if (stream.empty()) return std::nullopt;
  if (auto fault = chain_fault(stream)) return fault;
  const StreamId& id = stream.front().recorded.stream;
  if (session_of(id)) return session_fault(stream);
  if (client_of(id)) return client_fault(stream);
  return fault_at(stream.front(), "its stream is neither a session's nor a client's");
}

}  // namespace countersign::http
