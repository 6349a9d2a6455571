#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "core/ids.h"
#include "core/machine/threads/given_up.h"
#include "core/result.h"
#include "events/store_error.h"
#include "events/wrapped_keys.h"

namespace countersign {

// The wrapped keys of sessions, as rows of the log's database. The writer puts and deletes them
// with events (commit_point.h).
//
// Threading: reads are thread-safe and see whole batches of the writer. Call replace_keys() only
// while nothing is appended, from the writer's thread.
//
// Failure: errors are values. After a write of the database has failed, every change returns
// Stopped (commit_point.h). Reads go on.
class KeyRows : public WrappedKeys {
 public:
  // Scans every wrapped key, as of the moment at which the scan was begun. One thread at a time.
  // Destroy it before scrub_keys() is called.
  class KeyScan {
   public:
    using Sink = std::function<void(const SessionId& session, std::string_view wrapped)>;
    virtual ~KeyScan() = default;
    // Returns the number of keys. A failed read may end a scan early without an error (see
    // events/README.md), so the caller must know the expected number. Stopped: the scan was given
    // up, which it asks before each key.
    virtual Result<std::uint64_t, StoreError> read(const Sink& sink, const GivenUp& given_up) = 0;
    Result<std::uint64_t, StoreError> read(const Sink& sink) { return read(sink, GivenUp()); }
  };
  virtual std::unique_ptr<KeyScan> begin_key_scan() const = 0;
  // Puts or deletes keys, durably and without an event: used to store the same keys wrapped again.
  // Otherwise like CommitPoint::append().
  virtual std::optional<StoreError> replace_keys(const std::vector<KeyChange>& keys) = 0;
  // Call it after keys were deleted: flushes and compacts until no file of the database and no
  // write-ahead log holds them, and verifies that. Then merges the small tables that such flushes
  // have left. Any thread; slow.
  virtual std::optional<StoreError> scrub_keys() = 0;
};

}  // namespace countersign
