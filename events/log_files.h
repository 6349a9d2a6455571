#pragma once
#include <cstdint>
#include <optional>

#include "events/store_error.h"

namespace countersign {

// The files of the log, for those who watch over them: the anchor, the room on the disk, the tables
// of the database. events/rocks/log_backups.h copies the files.
//
// Any thread. Failure: errors are values.
class LogFiles {
 public:
  virtual ~LogFiles() = default;
  // Rewrites ANCHOR if the head has moved.
  virtual std::optional<StoreError> write_anchor() = 0;
  // True while free space is at least the reserve. Asks the file system.
  virtual bool has_room() const = 0;
  // Returns the number of table files of the database, each of which may take a file descriptor.
  // Does not wait for the disk.
  virtual std::uint64_t tables() const = 0;
  // Returns whether a merge of tables has met a damaged one since the log was opened. The log goes
  // on, but no longer merges tables by itself.
  virtual bool is_damaged() const = 0;
};

}  // namespace countersign
