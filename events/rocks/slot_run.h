#pragma once
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "events/event_log.h"
#include "events/rocks/database/rocks_database.h"
#include "events/rocks/overlay.h"

namespace countersign {

// The changes of a large batch of views, brought into an idle slot as one sorted table file:
// past the write-ahead log and the memtable, which a rebuild would only fill to have
// them sorted and written once more.
//
// One at a time for a folder; any thread. The batch must not change meanwhile.
class SlotRun {
 public:
  SlotRun(const RocksDatabase& database, ViewSlot slot, const Overlay& changes);

  std::size_t count() const { return changes_.size(); }
  std::size_t bytes() const { return bytes_; }  // of keys and values

  // Durable when it returns; what the slot held under the same keys is hidden by it. After
  // an error the slot holds all of it or nothing. REQUIRES: not empty.
  std::optional<StoreError> ingest();

  // Drops what a crash in the middle of ingest() left in the log's folder. False if it is
  // still there, and then ingest() fails.
  static bool remove_remains(const std::filesystem::path& folder);

 private:
  struct Change {
    std::string_view key;
    const std::optional<std::string>* value;
  };

  rocksdb::ColumnFamilyHandle* family() const;
  // For a while, until few files wait to be compacted.
  void wait_for_compaction() const;
  std::optional<StoreError> write_file(const std::filesystem::path& path) const;

  const RocksDatabase& database_;
  const ViewSlot slot_;
  std::vector<Change> changes_;  // in the order of their keys
  std::size_t bytes_ = 0;
};

}  // namespace countersign
