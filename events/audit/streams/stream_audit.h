#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/check.h"
#include "core/stream/evolve.h"
#include "events/audit/streams/key_audit.h"
#include "events/audit/streams/state_form.h"
#include "events/stored_event.h"

namespace countersign {

// A fault that the audit found, and the event that has it.
struct AuditFault {
  Sequence sequence;
  std::string why;  // a sentence for the auditor

  friend bool operator==(const AuditFault&, const AuditFault&) = default;
};

// The events of one decision: one, or two that belong together. Does not own them.
struct RecordedDecision {
  const StoredEvent* first = nullptr;
  const StoredEvent* second = nullptr;  // null if there is one event

  const StoredEvent& last() const {
    const StoredEvent* const event = second == nullptr ? first : second;
    check(event != nullptr, "a decision has an event");
    return *event;
  }
};

// A fault of this event.
AuditFault fault_at(const StoredEvent& event, std::string why);
// The engine that judged, if the event names it; else null.
const EngineVersion* engine_of(const Event& event);
// True if `event` may begin a decision of two events.
bool may_begin_a_pair(const StoredEvent& event);
// True if `next`, the event after `first` in the log, belongs to the same decision.
bool belong_together(const StoredEvent& first, const StoredEvent& next);

// Replays one stream, decision by decision, from its first event. Checks that versions have no gap,
// that each event is chained to the one before, and that the business rules allow each decision.
// For the rules, the command that a decision must have come from is rebuilt from its events and put
// to decide(), which must decide exactly what was recorded. A sandbox session must be judged by the
// sandbox's engine, and no other session may be.
//
// Not replayed: whether a client might open a session at that time, whether frames were seen in
// another session, and which of two times close to each other came first. A command carries its own
// time, and its event's time is not before that, so a command is tried at its event's time and just
// before each earlier end of the session or of the nonce.
//
// After a session has ended, only the facts that the rules still depend on are kept: some 150
// bytes, 24 for each of its files, and of a review its opinions, its looks, and 33 for each file.
// Pure; a movable value; one thread at a time. Does not examine the bytes of an event, and trusts
// its leaf hash.
class StreamAudit {
 public:
  // Checks the next decision of the stream. `case_is_free`: the claim on the session keeps nobody
  // out at this decision, which other streams say. REQUIRES: no fault before.
  std::optional<AuditFault> take(const RecordedDecision& decision, bool case_is_free = false);

  // True if no event can follow: the session's files were purged.
  bool is_closed() const;

  // The latest claim on a session in review; null if there is none.
  const ReviewClaim* claim() const;

  // The client of a session that is open or was sent to review; null for any other stream.
  const ClientKey* client() const;
  // How many equal opinions a correction needs by the decisions before; 0 for an undecided session.
  std::uint32_t opinions_needed() const;
  // Whether the session is a case that was handed over to a supervisor, with no act of one since.
  bool is_handed() const;

  // The SHA-256 of the pictures of a session that was sent to review; empty for any other stream.
  std::span<const Sha256> images() const;

  // Whether the stream is a session's. REQUIRES: a decision was taken.
  bool is_session() const {
    return std::holds_alternative<OpenSession>(state_) || std::holds_alternative<Ended>(state_);
  }

  // See state_form.h. REQUIRES for writing: a decision was taken, and none has a fault.
  void append_state(std::string& out) const;
  bool take_state(StateReader& in);

 private:
  struct InReview {
    Review review;
    ClientKey client;
    std::vector<Sha256> images;   // as a reviewer's statement names them
    std::vector<FileKind> kinds;  // of the same pictures
  };
  struct Ended {
    struct File {
      FileId file;
      std::uint64_t size_bytes = 0;
    };
    SessionStatus status = SessionStatus::Completed;
    bool held = false;
    bool purged = false;
    bool has_values = false;  // sealed ones, which may be read
    std::vector<File> files;
    std::unique_ptr<InReview> review;  // null unless the machine sent it there
  };
  using OpenSession = std::unique_ptr<Session>;
  using OneClient = std::unique_ptr<Client>;
  using OneReviewer = std::unique_ptr<Reviewer>;
  using OneClientsWebhooks = std::unique_ptr<Webhooks>;
  using AllKeys = std::unique_ptr<KeyAudit>;
  using AllThresholds = std::unique_ptr<std::set<Sha256>>;
  struct BegunLog {};

  std::optional<AuditFault> chain_fault(const StoredEvent& event);
  std::optional<AuditFault> begin(const RecordedDecision& decision);
  std::optional<AuditFault> take_of_session(const RecordedDecision& decision, bool case_is_free);
  std::optional<AuditFault> take_of_client(const RecordedDecision& decision);
  std::optional<AuditFault> take_of_reviewer(const RecordedDecision& decision);
  std::optional<AuditFault> take_of_webhooks(const RecordedDecision& decision);
  std::optional<AuditFault> take_of_keys(const RecordedDecision& decision);
  std::optional<AuditFault> take_of_thresholds(const RecordedDecision& decision);
  std::optional<AuditFault> begin_log(const RecordedDecision& decision);
  void keep(OpenSession session);
  static Session expanded(const Ended& ended);

  static void append_ended(std::string& out, const Ended& ended);
  template <std::size_t... Index>
  bool take_kind(StateReader& in, std::size_t kind, std::index_sequence<Index...>);
  static bool take_of(StateReader& in, std::monostate& none);
  static bool take_of(StateReader& in, OpenSession& session);
  static bool take_of(StateReader& in, Ended& ended);
  static bool take_of(StateReader& in, OneClient& client);
  static bool take_of(StateReader& in, OneReviewer& reviewer);
  static bool take_of(StateReader& in, OneClientsWebhooks& webhooks);
  static bool take_of(StateReader& in, AllKeys& keys);
  static bool take_of(StateReader& in, AllThresholds& thresholds);
  static bool take_of(StateReader& in, BegunLog& log);

  using State = std::variant<std::monostate,
                             OpenSession,
                             Ended,
                             OneClient,
                             OneReviewer,
                             OneClientsWebhooks,
                             AllKeys,
                             AllThresholds,
                             BegunLog>;

  std::uint64_t version_ = 0;
  Sha256 previous_;
  State state_;
};

}  // namespace countersign
