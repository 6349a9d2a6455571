#pragma once
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "events/event_log.h"
#include "events/store_error.h"
#include "events/writer/decider.h"
#include "events/writer/submission.h"

namespace countersign {

// Submissions that become durable, or not, with one write: what was decided on them, the
// events, and the changes to views and keys. begin(), then decide() any number of times, then
// append() once, then answer() or refuse(), which leave it empty.
//
// Each submission's events are at the later of its command's time and the last event's. Its
// first event carries what it has sealed, its last one its idempotency mark. The
// key of a session is put with SessionCreated, may be put anew with SessionFinalized, and is
// deleted with FilesPurged. A key that cannot be wrapped is the submission's StoreError::Full.
//
// One thread at a time, which may change between calls.
class Group {
 public:
  // Called once with what became of a submission. Must not block or throw.
  using Done = std::function<void(Outcome)>;

  struct Waiting {
    Submission submission;
    Done done;
  };

  // REQUIRES: `decider` outlives it.
  explicit Group(const Decider& decider) : decider_(decider) {}

  // `head` is the log's once everything before this group has been appended, and `views`
  // shows the views as of then.
  void begin(const LogHead& head, std::unique_ptr<ViewBatch> views);
  bool begun() const { return views_ != nullptr; }

  void decide(Waiting waiting);
  // Submissions, those that led to no event included.
  std::size_t size() const { return waiting_.size(); }
  bool empty() const { return waiting_.empty(); }
  bool has_events() const { return !events_.empty(); }

  // The head and the views with all of this group. REQUIRES: begun.
  const LogHead& head() const { return head_; }
  const ViewBatch& views() const { return *views_; }

  // Durable or refused, the whole group. Io when what it was decided on could not be read.
  std::optional<StoreError> append(EventLog& log);

  // Gives every outcome. The views stay readable until the next begin().
  void answer();
  void refuse(StoreError why);

 private:
  // What a submission came to. If committed, its events are a stretch of events_.
  struct Decided {
    Outcome outcome = Committed{};
    std::size_t first_event = 0;
    std::size_t event_count = 0;
  };

  Decided decided_on(const Submission& submission);
  // False: a key that is to be stored could not be wrapped.
  bool add_key_changes(const Submission& submission, const std::vector<Event>& happened);
  void record(const Submission& submission, std::vector<Event> happened);

  const Decider& decider_;
  std::vector<Waiting> waiting_;
  std::vector<Decided> decided_;  // of each that waits
  std::vector<StoredEvent> events_;
  std::vector<KeyChange> keys_;
  std::unique_ptr<ViewBatch> views_;
  LogHead head_;
};

}  // namespace countersign
