#pragma once
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "events/rocks/database/rocks_database.h"
#include "events/rocks/overlay.h"
#include "events/view_store.h"

namespace countersign {

// Brings the changes of a large batch of views into an idle generation as one sorted table file.
// This bypasses the write-ahead log and the memtable: in a rebuild they would only sort and write
// the changes once more.
//
// One object at a time for a folder; any thread. The batch must not change meanwhile.
class GenerationRun {
 public:
  GenerationRun(const RocksDatabase& database, ViewGeneration generation, const Overlay& changes);

  std::size_t count() const { return changes_.size(); }
  std::size_t bytes() const { return bytes_; }  // of keys and values

  // Durable on return; hides the generation's earlier entries under the same keys. After an error
  // the generation holds all of the changes or none. REQUIRES: not empty.
  std::optional<StoreError> ingest();

  // Removes the file that a crash in the middle of ingest() left in the log's folder. False if the
  // file is still there; ingest() then fails.
  static bool remove_remains(const std::filesystem::path& folder);

 private:
  struct Change {
    std::string_view key;
    const std::optional<std::string>* value;
  };

  rocksdb::ColumnFamilyHandle* family() const;
  // Waits a limited time until few files of the generation wait for compaction.
  void wait_for_compaction() const;
  std::optional<StoreError> write_file(const std::filesystem::path& path) const;

  const RocksDatabase& database_;
  const ViewGeneration generation_;
  std::vector<Change> changes_;  // in key order
  std::size_t bytes_ = 0;
};

}  // namespace countersign
