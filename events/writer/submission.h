#pragma once
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/event/command.h"
#include "core/event/recorded.h"
#include "core/event/rejection.h"
#include "core/ids.h"
#include "events/store_error.h"

namespace countersign {

// One command on its way to the writer, with what the log records about the
// request beside what it decides.
struct Submission {
  StreamId stream;
  Command command;
  Actor actor;
  RequestId request;
  std::optional<IdempotencyMark> idempotency{};
  std::optional<std::string> sealed{};  // see events/vault/session_key.h
  // What was read on a document, sealed too: of its acceptance, and lost if that is refused.
  std::optional<std::string> sealed_values{};
  // Wraps the session's key as it is to be stored from now on: called by whoever decides,
  // when the session is created or finalized, once that is decided and before it is written,
  // so that what no group has begun with cannot be in one. Nothing: the disk refused, or the
  // session is being erased; the submission is answered Full.
  std::function<std::optional<std::string>()> wrap_key{};
  std::optional<StreamVersion> expected{};  // refused unless the stream is exactly here
};

// What became of a submission.
struct Committed {
  std::vector<Recorded> events;  // durable, and folded into every view
};
struct Replayed {
  Sequence last;  // the event that carries the same idempotency mark
};
struct Conflict {
  StreamVersion current;  // the stream is here, not where the caller expected it
};
struct Busy {};  // the queue is full: the caller should answer 503
using Outcome = std::variant<Committed, Replayed, Conflict, Rejection, StoreError, Busy>;

}  // namespace countersign
