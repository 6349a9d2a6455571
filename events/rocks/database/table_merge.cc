#include "events/rocks/database/table_merge.h"

#include <fmt/format.h>
#include <rocksdb/db.h>
#include <rocksdb/metadata.h>
#include <rocksdb/options.h>
#include <rocksdb/sst_file_reader.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "events/rocks/database/write_failures.h"

namespace countersign {
namespace {

using Tables = std::vector<rocksdb::SstFileMetaData>;

constexpr std::uint64_t kSmallShare = 4;  // divisor of the maximum table size
// The maximum number of bytes that one merge reads and writes. The merge needs this much free space
// for a moment.
constexpr std::uint64_t kMergeBytesMost = std::uint64_t{256} << 20;

// Twice what RocksDB merges, and less than the number at which it slows down writes.
constexpr std::size_t kFirstLevelMany = 8;

std::string path_of(const RocksDatabase& database, const rocksdb::SstFileMetaData& table) {
  return database.db().GetName() + "/" + table.name;
}

std::uint64_t bytes_of(const Tables& tables) {
  std::uint64_t bytes = 0;
  for (const rocksdb::SstFileMetaData& table : tables) bytes += table.size;
  return bytes;
}

class TableMerge {
 public:
  TableMerge(const RocksDatabase& database,
             Family family,
             const std::function<bool(std::uint64_t bytes)>& has_room)
      : database_(database),
        db_(database.db()),
        family_(database.family(family)),
        has_room_(has_room) {
    options_.compression = rocksdb::kDisableCompressionOption;  // means: the level's own
    options_.output_file_size_limit = db_.GetOptions(family_).target_file_size_base;
    small_bytes_ = options_.output_file_size_limit / kSmallShare;
  }

  std::optional<StoreError> run() {
    rocksdb::ColumnFamilyMetaData metadata;
    db_.GetColumnFamilyMetaData(family_, &metadata);
    for (const rocksdb::LevelMetaData& level : metadata.levels) {
      if (level.level == 0) continue;  // ordered by time; RocksDB empties it by itself
      for (const Tables& run : runs_of(level.files, &TableMerge::is_small)) {
        for (const Tables& part : runs_of(run, &TableMerge::is_sound)) {
          if (const auto error = merge(part, level.level)) return error;
        }
      }
    }
    return std::nullopt;
  }

 private:
  using Joins = bool (TableMerge::*)(const rocksdb::SstFileMetaData& table) const;

  bool is_small(const rocksdb::SstFileMetaData& table) const {
    return table.size < small_bytes_ && !table.being_compacted;
  }
  bool is_sound(const rocksdb::SstFileMetaData& table) const {
    return verify_table(path_of(database_, table)).ok();
  }

  // The runs of at least kRunTablesMost consecutive tables for which `joins` is true.
  std::vector<Tables> runs_of(const Tables& tables, Joins joins) const {
    std::vector<Tables> runs;
    Tables run;
    std::uint64_t run_bytes = 0;
    const auto end = [&] {
      if (run.size() >= kRunTablesMost) runs.push_back(std::move(run));
      run.clear();
      run_bytes = 0;
    };
    for (const rocksdb::SstFileMetaData& table : tables) {
      const bool joined = (this->*joins)(table);
      if (!joined || run_bytes + table.size > kMergeBytesMost) end();
      if (!joined) continue;
      run.push_back(table);
      run_bytes += table.size;
    }
    end();
    return runs;
  }

  std::optional<StoreError> merge(const Tables& run, int level) {
    if (!has_room_(bytes_of(run))) return std::nullopt;
    std::vector<std::string> names;
    for (const rocksdb::SstFileMetaData& table : run) names.push_back(table.name);
    const rocksdb::Status status = db_.CompactFiles(options_, family_, names, level);
    // RocksDB has started or finished compacting one of them since its name was read.
    if (status.ok() || status.IsAborted() || status.IsInvalidArgument()) return std::nullopt;
    return store_error_of(status);
  }

  const RocksDatabase& database_;
  rocksdb::DB& db_;
  rocksdb::ColumnFamilyHandle* family_;
  const std::function<bool(std::uint64_t bytes)>& has_room_;
  rocksdb::CompactionOptions options_;
  std::uint64_t small_bytes_ = 0;
};

Tables tables_of(const RocksDatabase& database, Family family, std::size_t level) {
  rocksdb::ColumnFamilyMetaData metadata;
  database.db().GetColumnFamilyMetaData(database.family(family), &metadata);
  if (level >= metadata.levels.size()) return {};
  return metadata.levels[level].files;
}

}  // namespace

std::optional<StoreError> merge_small_tables(
    const RocksDatabase& database, const std::function<bool(std::uint64_t bytes)>& has_room) {
  for (std::size_t i = 0; i < kFamilies; ++i) {
    const auto family = static_cast<Family>(i);
    if (family == Family::Keys) continue;
    if (const auto error = TableMerge(database, family, has_room).run()) return error;
  }
  return std::nullopt;
}

std::uint64_t count_tables(const RocksDatabase& database) {
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < kFamilies; ++i) {
    rocksdb::ColumnFamilyHandle* family = database.family(static_cast<Family>(i));
    for (int level = 0; level < database.db().NumberLevels(family); ++level) {
      std::uint64_t tables = 0;
      const std::string name = fmt::format("rocksdb.num-files-at-level{}", level);
      std::string value;
      if (database.db().GetProperty(family, name, &value)) tables = std::stoull(value);
      count += tables;
    }
  }
  return count;
}

rocksdb::Status verify_table(const std::string& path) {
  rocksdb::SstFileReader reader{rocksdb::Options()};
  const rocksdb::Status opened = reader.Open(path);
  return opened.ok() ? reader.VerifyChecksum() : opened;
}

bool is_level_sound(const RocksDatabase& database, Family family, std::size_t level) {
  return std::ranges::all_of(tables_of(database, family, level), [&](const auto& table) {
    const std::string path = path_of(database, table);
    std::error_code ignored;
    // A table that was merged meanwhile is gone, and was sound.
    return verify_table(path).ok() || !std::filesystem::exists(path, ignored);
  });
}

void drop_first_level(const RocksDatabase& database, Family family) {
  rocksdb::DB& db = database.db();
  // DeleteFile() does not look for a merge that begins meanwhile.
  if (!db.PauseBackgroundWork().ok()) return;
  Tables tables = tables_of(database, family, 0);
  std::ranges::sort(tables, {}, &rocksdb::SstFileMetaData::largest_seqno);
  for (const rocksdb::SstFileMetaData& table : tables) {
    if (!db.DeleteFile(table.name).ok()) break;
  }
  db.ContinueBackgroundWork().PermitUncheckedError();
}

void note_damaged_tables(const RocksDatabase& database) {
  for (std::size_t i = 0; i < kFamilies; ++i) {
    const auto family = static_cast<Family>(i);
    if (tables_of(database, family, 0).size() < kFirstLevelMany) continue;
    // A merge of level 0 reads both.
    if (is_level_sound(database, family, 0) && is_level_sound(database, family, 1)) continue;
    return database.failures().note_damage();
  }
}

}  // namespace countersign
