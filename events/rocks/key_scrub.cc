#include "events/rocks/key_scrub.h"

#include <rocksdb/db.h>
#include <rocksdb/metadata.h>
#include <rocksdb/table_properties.h>
#include <rocksdb/transaction_log.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "events/record/log_record.h"

namespace countersign {
namespace {

using Paths = std::vector<std::filesystem::path>;

// RocksDB unlinks obsolete files on its own threads; these bound the wait for it.
constexpr int kPurgeTries = 500;
constexpr std::chrono::milliseconds kPurgePause{10};

// One compaction of all keys is almost always enough. Once in some thousands of cases one of
// RocksDB's own compactions moves a table at that moment, and leaves a deletion mark in a table
// without a key.
constexpr int kScrubTries = 5;

// Otherwise a flush waits for RocksDB's own merges when there are many tables, and a damaged table
// prevents these merges.
constexpr bool kWaitsForNoMerge = true;

class KeyScrub {
 public:
  explicit KeyScrub(RocksDatabase& database)
      : db_(database.db()), keys_(database.family(Family::Keys)) {
    for (std::size_t i = 0; i < kFamilies; ++i) {
      families_.push_back(database.family(static_cast<Family>(i)));
    }
  }

  std::optional<StoreError> run() {
    Paths doomed;
    if (!add_write_ahead_logs(doomed)) return StoreError::Io;
    // RocksDB removes a write-ahead log only when every family with entries in it is flushed.
    if (!doomed.empty() && !has_unflushed() && !write_again()) return StoreError::Io;
    rocksdb::FlushOptions flush;
    flush.allow_write_stall = kWaitsForNoMerge;
    if (!db_.Flush(flush, families_).ok()) return StoreError::Io;
    for (int i = 0; i < kScrubTries; ++i) {
      add_key_files(doomed);
      if (!compact_keys() || !wait_until_gone(doomed)) return StoreError::Io;
      if (no_key_is_only_marked_deleted()) return std::nullopt;
    }
    return StoreError::Io;
  }

 private:
  bool has_unflushed() const {
    return std::ranges::any_of(families_, [this](auto* family) {
      std::uint64_t active = 0;
      std::uint64_t older = 0;
      db_.GetIntProperty(family, rocksdb::DB::Properties::kNumEntriesActiveMemTable, &active);
      db_.GetIntProperty(family, rocksdb::DB::Properties::kNumEntriesImmMemTables, &older);
      return active + older > 0;
    });
  }

  // Writes the format record again, unchanged, so that there is something to flush: only a flush
  // that writes a table records that write-ahead logs are no longer needed. If a crash came before
  // that record, RocksDB keeps a write-ahead log from which it recovers nothing.
  bool write_again() {
    rocksdb::WriteOptions durable;
    durable.sync = true;
    return db_.Put(durable, log_record::kFormatKey, log_record::kFormat).ok();
  }

  bool compact_keys() {
    rocksdb::CompactRangeOptions options;
    options.exclusive_manual_compaction = true;
    options.allow_write_stall = kWaitsForNoMerge;
    options.bottommost_level_compaction = rocksdb::BottommostLevelCompaction::kForce;
    return db_.CompactRange(options, keys_, nullptr, nullptr).ok();
  }

  bool add_write_ahead_logs(Paths& paths) {
    rocksdb::VectorLogPtr logs;
    if (!db_.GetSortedWalFiles(logs).ok()) return false;
    for (const auto& log : logs) {
      if (log->SizeFileBytes() > 0) paths.push_back(in_folder(log->PathName()));
    }
    return true;
  }

  void add_key_files(Paths& paths) {
    rocksdb::ColumnFamilyMetaData metadata;
    db_.GetColumnFamilyMetaData(keys_, &metadata);
    for (const auto& level : metadata.levels) {
      for (const auto& file : level.files) paths.push_back(in_folder(file.name));
    }
  }

  std::filesystem::path in_folder(std::string_view name) const {
    while (name.starts_with('/')) name.remove_prefix(1);
    return std::filesystem::path(db_.GetName()) / name;
  }

  bool wait_until_gone(const Paths& paths) {
    for (int i = 0; i < kPurgeTries; ++i) {
      // Enabling deletions again deletes obsolete files at once, on this thread.
      if (!db_.DisableFileDeletions().ok() || !db_.EnableFileDeletions(true).ok()) return false;
      if (std::ranges::none_of(paths, [](const auto& path) {
            std::error_code error;
            return std::filesystem::exists(path, error);
          })) {
        return true;
      }
      std::this_thread::sleep_for(kPurgePause);
    }
    return false;
  }

  bool no_key_is_only_marked_deleted() {
    rocksdb::TablePropertiesCollection tables;
    if (!db_.GetPropertiesOfAllTables(keys_, &tables).ok()) return false;
    return std::ranges::all_of(tables,
                               [](const auto& table) { return table.second->num_deletions == 0; });
  }

  rocksdb::DB& db_;
  rocksdb::ColumnFamilyHandle* keys_;
  std::vector<rocksdb::ColumnFamilyHandle*> families_;
};

}  // namespace

std::optional<StoreError> scrub_deleted_keys(RocksDatabase& database) {
  return KeyScrub(database).run();
}

}  // namespace countersign
