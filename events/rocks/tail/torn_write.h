#pragma once
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/ids.h"
#include "events/record/anchor.h"

namespace countersign {

// The evidence outside the database of the events that the log must have.
struct LogWitnesses {
  const std::optional<Anchor>& anchor;
  Sequence covered;  // EventLog::Options::covered
  bool may_be_new;   // the log may be empty if the other two name no event
};

// Examines the newest write-ahead log of a database before RocksDB opens it. RocksDB would take
// some damage for the end of the file, and some torn writes for damage. See wal_end.h.
//
//   whole    the file stays as it is
//   torn     the file is cut durably where the write began, and `warn` is called
//   damaged  refused
//
// Refused too, before anything is cut, if the log would not have everything that the witnesses
// name, e.g. because a write-ahead log is missing. That is tried on the files opened for reading:
// RocksDB's opening for writing begins a new manifest and a new write-ahead log, after which a file
// that is put back is no longer part of the database.
//
// The manifest, the list of tables, has the same format and is examined in the same way. RocksDB
// would refuse a manifest in which a sector of an edit is missing, although that edit was never
// synced, and so never acted upon.
//
// Returns a sentence if the log must not be opened. Cuts nothing with read_only, nor if another
// process has the database open, since a torn write may be one in progress: unless read_only, the
// call holds the database's lock.
std::optional<std::string> settle_torn_write(const std::filesystem::path& folder,
                                             const LogWitnesses& witnesses,
                                             bool read_only,
                                             const std::function<void(std::string_view)>& warn);

}  // namespace countersign
