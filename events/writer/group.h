#pragma once
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "events/commit_point.h"
#include "events/store_error.h"
#include "events/wrapped_keys.h"
#include "events/writer/decider.h"
#include "events/writer/submission.h"

namespace countersign {

// A group of submissions that become durable, or fail, with one write. It holds the outcome of
// each, the events, and the changes to views and keys. The order of calls: begin(), decide() any
// number of times, append() once, then answer(), refuse() or take_back(), which leave the group
// empty.
//
// The time of a submission's events is the later of its command's time and the last event's time.
// The submission's first event carries its sealed part, the last one its idempotency record. A
// session's key is put or deleted with the events whose KeyEffect says so. If a key cannot be
// wrapped, the submission's outcome is StoreError::Full. The stream of the keys gets, before the
// submission's events, the reservation of the leaf that wraps its key, unless the log has it, and
// after them its puncture. A decision that opens a session is recorded after the first event of
// that session, so a reader never meets the name of a session that is not there. Only if the stream
// of the keys cannot be continued, because its place in the log is damaged, a submission goes
// without: nobody's call depends on another's stream.
//
// One thread at a time, which may change between calls.
class Group {
 public:
  // Called once with the outcome of a submission. Must not block or throw.
  using Done = std::function<void(Outcome)>;

  struct Waiting {
    Submission submission;
    Done done;
    bool alone = false;  // must be the only submission of its group
    bool bare = false;   // goes without events in the stream of the keys beside its own
  };

  // REQUIRES: `decider` and `keys`, the log's, outlive it.
  Group(const Decider& decider, const WrappedKeys& keys) : decider_(decider), stored_keys_(keys) {}

  // The log has all wrapped keys but those of `below`, if given: the group that is, or will be,
  // appended before this one. REQUIRES: `below` outlives the group's decisions.
  void begin(CommitPoint& log, const Group* below);
  bool begun() const { return views_ != nullptr; }

  void decide(Waiting waiting);
  // The number of submissions, including those that led to no event.
  std::size_t size() const { return waiting_.size(); }
  bool empty() const { return waiting_.empty(); }
  // Whether the group's submission must stay alone in it.
  bool is_of_one() const { return !empty() && waiting_.front().alone; }
  bool has_events() const { return !events_.empty(); }

  // The head and the views after all events of this group. REQUIRES: begun.
  const LogHead& head() const { return head_; }
  const ViewBatch& views() const { return *views_; }

  // Appends the whole group or nothing. Unreadable if a read failed while the group was decided.
  std::optional<StoreError> append(CommitPoint& log);

  // Calls every `done` with its outcome. The views stay readable until the next begin().
  void answer();
  void refuse(StoreError why);
  // Returns the submissions, unanswered, each to be decided again in a group of its own. Their
  // order stays. If `lost`, the append of the group was Unreadable.
  std::vector<Waiting> take_back(bool lost);
  // Whether the submissions may fare better if an Unreadable group is taken back.
  bool is_worth_another_try() const { return size() > 1 || continues_keys_; }

 private:
  class KeysSoFar;

  // The outcome of a submission. If committed, its events are a range of events_.
  struct Decided {
    Outcome outcome = Committed{};
    std::size_t first_event = 0;
    std::size_t event_count = 0;
  };

  Decided decided_on(const Submission& submission, bool bare);
  Decided committed(const Submission& submission,
                    std::vector<Event> happened,
                    std::vector<Event> opened,
                    bool bare);
  // Returns an error if a key that is to be stored could not be wrapped.
  std::optional<StoreError> add_key_changes(const Submission& submission,
                                            const std::vector<Event>& happened,
                                            bool bare);
  void record(const Submission& submission, std::vector<Event> happened);
  // Decides a command to the keys that belongs to the submission, and records its events.
  void record_of_keys(const Submission& submission, const Actor& actor, KeyCommand command);

  const Decider& decider_;
  const WrappedKeys& stored_keys_;
  std::vector<Waiting> waiting_;
  std::vector<Decided> decided_;  // one for each of waiting_
  std::vector<StoredEvent> events_;
  std::vector<KeyChange> keys_;
  std::map<SessionId, std::size_t>
      newest_keys_;  // the place of each session's last change in keys_
  const Group* below_ = nullptr;
  std::unique_ptr<ViewBatch> views_;
  LogHead head_;
  bool continues_keys_ = false;  // has events that a bare submission would not have
};

}  // namespace countersign
