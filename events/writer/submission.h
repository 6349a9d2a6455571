#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/event/rejection.h"
#include "core/ids.h"
#include "core/result.h"
#include "core/stream/command.h"
#include "core/stream/recorded_event.h"
#include "events/store_error.h"
#include "events/wrapped_keys.h"

namespace countersign {

// A session's wrapped key, as the database is to store it.
struct KeyToStore {
  std::string wrapped;
  // The leaves among which the wrapping leaf was reserved. The time is the submission's.
  std::optional<ReserveLeaves> reserved{};
};

// Wraps a session's key as it is to be stored from now on. Full: the disk refused. `keys` are as
// the log will hold them once everything is appended that was decided before: a key that an earlier
// submission of the same group has stored is there, and one that it has deleted is not.
using WrapKey = std::function<Result<KeyToStore, StoreError>(const WrappedKeys& keys)>;
// Names the leaves that wrap a session's key; empty if nothing does.
using FindLeaves =
    std::function<Result<std::optional<PunctureKey>, StoreError>(const WrappedKeys& keys)>;

// One command on its way to the writer, with the facts about the request that the log records
// beside the events.
struct Submission {
  StreamId stream;
  Command command;
  Actor actor;
  RequestId request;
  std::optional<IdempotencyRecord> idempotency{};
  std::optional<std::string> sealed{};  // see events/vault/session_key.h
  // The sealed values that were read on a document. DocumentAccepted carries them; they are dropped
  // if the document is rejected.
  std::optional<std::string> sealed_values{};
  // The sealed marks of a recording's frames. LivenessRejected carries them; they are dropped if
  // the recording is accepted.
  std::optional<std::string> sealed_marks{};
  // The decider's thread calls it when the session is created or finalized, after the decision and
  // before the write. So a task between groups (Writer::run_between_groups()) finds in the log
  // every key that was wrapped. An error is the submission's outcome.
  WrapKey wrap_key{};
  // For a submission that deletes the session's key. The decider's thread calls it after the
  // decision, so no other submission can have the key wrapped under another leaf in between. The
  // puncture is recorded in the stream of the keys in the same write, after the submission's own
  // events; not if that stream cannot be continued (group.h). An error is the submission's outcome.
  FindLeaves puncture{};
  // The creation of the session that the submission's decision may open (ReviewDecided::again). If
  // it does, both are decided and written together, the creation first; if it does not, the
  // creation is dropped. If the creation is refused, neither happens, and that is the outcome: also
  // of a decision that would not open the session, so that nobody learns from the refusal what
  // others have decided.
  std::shared_ptr<const Submission> successor{};
  std::optional<StreamVersion> expected{};  // if given, the stream's version, else Conflict
};

// The outcome of a submission.
struct Committed {
  std::vector<RecordedEvent> events;  // durable, and folded into every view
  // The leaves that Submission::puncture named, also where the log does not record them.
  std::vector<SlotLeaf> punctured{};
};
struct Replayed {
  Sequence last;  // the event that carries the same idempotency record
};
struct Conflict {
  StreamVersion current;  // the stream's version, which is not the expected one
};
struct Busy {};  // the queue is full: the caller should answer 503
using Outcome = std::variant<Committed, Replayed, Conflict, Rejection, StoreError, Busy>;

}  // namespace countersign
