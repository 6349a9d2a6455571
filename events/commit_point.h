#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "events/store_error.h"
#include "events/stored_event.h"
#include "events/view.h"
#include "events/wrapped_keys.h"

namespace countersign {

// The place where the writer's groups become durable: the events, the changes of the active
// generation of views and the changes of keys, together or not at all.
//
// Threading: call append() from one thread at a time, the writer's. The other functions are
// thread-safe. A batch belongs to one thread; the next batch may be begun and used while one is
// appended.
//
// Failure: errors are values. After append() has returned an error for which wrote_nothing() is
// false, or a write of the database has failed (also one that the database makes by itself, see
// on_failure()), every later change of the log returns Stopped until the process has restarted and
// recovered.
class CommitPoint {
 public:
  virtual ~CommitPoint() = default;

  // The last event that was appended.
  virtual LogHead head() const = 0;
  // Begins a batch that sees its own changes to the active generation and those of `before`, if
  // given: the batch that is, or will be, appended before this one. `before` must outlive the new
  // batch and no longer change. Destroy the batch before the log.
  virtual std::unique_ptr<ViewBatch> begin(const ViewBatch* before) = 0;
  // Makes the events, the batch's view changes and the key changes durable with one write and one
  // fsync, or none of them. After Full and Unreadable nothing was written, and a later append may
  // succeed. Unreadable: a read failed, of `views` or of the last event of a stream. Corrupt: the
  // first event of a stream in the batch does not follow the stream's last event. REQUIRES:
  // sequences continue the log's, times do not go back, and `views` was begun after the previous
  // append, or on top of that append's batch.
  virtual std::optional<StoreError> append(const std::vector<StoredEvent>& events,
                                           ViewBatch& views,
                                           const std::vector<KeyChange>& keys) = 0;
  // Sets the observer of failed writes of the database, also of writes that nobody waited for. It
  // is called once, on any thread; at once if a write has failed already. It must not block, nor
  // call this log. An empty function removes it; on return no call of the previous one is running.
  // A log without files never reports a failure.
  virtual void on_failure(std::function<void(StoreError)> /*observer*/) {}
};

}  // namespace countersign
