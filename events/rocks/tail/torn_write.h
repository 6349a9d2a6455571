#pragma once
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/ids.h"
#include "events/record/anchor.h"

namespace countersign {

// What a log must have when it is open, as others than its database say.
struct LogWitnesses {
  const std::optional<Anchor>& anchor;
  Sequence covered;  // EventLog::Options::covered
  bool may_be_new;   // and so have nothing, if none of the others says otherwise
};

// Looks at the newest write-ahead log of a database before RocksDB opens it, which would take some
// damage for the end of the file, and some torn writes for damage. See wal_end.h.
//
//   whole    nothing is done
//   torn     the file is cut where the write began, durably, and `warn` is told; but only if what
//            is in front of it opens as a log that has all that the witnesses name
//   damaged  refused
//
// The manifest, the list of tables in the same format, is looked at in the same way: RocksDB
// refuses one in which a sector of an edit is missing that was never synced, and so not acted upon.
//
// A sentence if the log must not be opened. Nothing is cut with read_only, nor where another
// process has the database open, since a torn write may be one that is being made: meanwhile the
// database's lock is held.
std::optional<std::string> settle_torn_write(const std::filesystem::path& folder,
                                             const LogWitnesses& witnesses,
                                             bool read_only,
                                             const std::function<void(std::string_view)>& warn);

}  // namespace countersign
