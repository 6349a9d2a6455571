#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "core/client/client.h"
#include "core/keys/key_history.h"
#include "core/session/session.h"
#include "events/event_log.h"

namespace countersign {

// What is wrong with an event, and with which.
struct AuditFault {
  Sequence sequence;
  std::string why;  // a sentence for the auditor

  friend bool operator==(const AuditFault&, const AuditFault&) = default;
};

// The events of one append: one, or two that belong together. Views.
struct Act {
  const StoredEvent* first = nullptr;
  const StoredEvent* second = nullptr;  // none of an act of one

  const StoredEvent& last() const { return second == nullptr ? *first : *second; }
};

// Who judged, if the event says.
const EngineVersion* engine_of(const Event& event);
// Whether another event may belong to the act that `event` begins.
bool may_open_an_act(const StoredEvent& event);
// Whether `next`, the event after `first` in the log, does.
bool belong_together(const StoredEvent& first, const StoredEvent& next);

// Runs one stream again, act by act, from its first event: versions without a gap, each
// event chained to the one before, and each act one that the business rules allow. For the
// last, the command that an act must have come from is made again from it and put to
// decide(), which must decide exactly what was recorded. A sandbox session is judged by the
// sandbox's engine, and no other session is.
//
// What cannot be run again is left out: whether a client might open a session at
// that time, whether frames were seen in another session, and which of two times close
// to each other came first. A command carries its own time, and an event one that is
// not before it, so a command is tried at its event's time and just before
// what the rules let end: a session, a nonce.
//
// Of a session that has ended only that is kept on which the rules still depend: some 150
// bytes, and 24 for each of its files. Pure, a value that moves; one thread at a time. The
// bytes of an event are not looked at, its leaf hash is believed.
class StreamAudit {
 public:
  // The next act of the stream. After a fault, no further one.
  std::optional<AuditFault> take(const Act& act);

  // No event whatever can follow: the session's files were purged.
  bool is_closed() const;

  // The memory that it takes beside itself, roughly, after events of so many bytes of text.
  std::size_t bytes(std::size_t text_bytes) const;

 private:
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
  };
  // Of the stream of keys.
  struct Keys {
    KeyHistory history;
    std::set<std::string> destroyed;  // slots
  };
  using OpenSession = std::unique_ptr<Session>;
  using OneClient = std::unique_ptr<Client>;
  using AllKeys = std::unique_ptr<Keys>;
  using AllThresholds = std::unique_ptr<std::set<Sha256>>;

  std::optional<AuditFault> chain_fault(const StoredEvent& event);
  std::optional<AuditFault> begin(const Act& act);
  std::optional<AuditFault> take_of_session(const Act& act);
  std::optional<AuditFault> take_of_client(const Act& act);
  std::optional<AuditFault> take_of_keys(const Act& act);
  std::optional<AuditFault> take_of_thresholds(const Act& act);
  void keep(OpenSession session);
  static Session expanded(const Ended& ended);

  std::uint64_t version_ = 0;
  Sha256 previous_;
  std::variant<std::monostate, OpenSession, Ended, OneClient, AllKeys, AllThresholds> state_;
};

// The same of a stream that is all there. Nothing when it is as it should be.
std::optional<AuditFault> audit_stream(const std::vector<StoredEvent>& stream);

}  // namespace countersign
