#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/result.h"
#include "events/store_error.h"

namespace rocksdb {
class ColumnFamilyHandle;
class DB;
struct DBOptions;
class Env;
class Iterator;
class Snapshot;
class Status;
}  // namespace rocksdb

namespace countersign {

class WriteFailures;

// The column families, in the order of RocksDatabase's handles; rocks_event_log.h lists them.
enum class Family : std::uint8_t { Records, Events, Streams, ViewsA, ViewsB, Keys, Tree };
inline constexpr std::size_t kFamilies = 7;

// The RocksDB database under the log, opened with the options that the log's promises rest on. Does
// not know the meaning of keys. Thread-safe, as RocksDB is.
class RocksDatabase {
 public:
  // The error is a sentence for the operator: held by another process, or what RocksDB found wrong.
  // REQUIRES: the folder exists.
  static Result<std::unique_ptr<RocksDatabase>, std::string> open(
      const std::filesystem::path& folder, bool create_if_missing, bool read_only);
  // Opens a copy whose files `env` gives access to. Read-only: nothing is written.
  static Result<std::unique_ptr<RocksDatabase>, std::string> open_image(
      const std::filesystem::path& folder, rocksdb::Env& env);
  ~RocksDatabase();
  RocksDatabase(const RocksDatabase&) = delete;
  RocksDatabase& operator=(const RocksDatabase&) = delete;

  // Whether the folder holds a database (is_in), or remains of one: tables or write-ahead logs.
  static bool is_in(const std::filesystem::path& folder);
  static bool has_remains_in(const std::filesystem::path& folder);
  // Returns the name of a file of the database that, after following links, is not a regular file.
  // RocksDB would wait for a pipe without end, and would report a folder as a lack of memory.
  static std::optional<std::string> irregular_file_in(const std::filesystem::path& folder);
  // Whether a copy, as for open_image(), has some of the families but not all. Its creation was
  // then cut short, and nothing was ever written to it.
  static bool is_begun(const std::filesystem::path& folder, rocksdb::Env& env);

  rocksdb::DB& db() const { return *db_; }
  // Observes failed writes, from before the database was opened.
  WriteFailures& failures() const { return *failures_; }
  rocksdb::ColumnFamilyHandle* family(Family family) const {
    return handles_[static_cast<std::size_t>(family)];
  }

  // Makes RocksDB merge no tables by itself, until the database is opened again, and accept writes
  // however many tables there are. Merges that are asked for are still made.
  void stop_merging() const;

  // Whether the database is empty. False if it cannot be read.
  bool is_blank() const;

  Result<std::optional<std::string>, StoreError> get(Family family, std::string_view key) const;

  // How many entries of the family are in memory and in no table: those that were written, or that
  // opening has recovered from the write-ahead logs. A key that was written twice counts twice.
  std::uint64_t entries_in_memory(Family of) const;

  // For a scan of many entries: reads ahead, and does not fill the block cache.
  std::unique_ptr<rocksdb::Iterator> scan(Family of,
                                          const rocksdb::Snapshot* snapshot = nullptr) const;

 private:
  RocksDatabase() = default;
  static Result<std::unique_ptr<RocksDatabase>, std::string> open(
      const std::filesystem::path& folder, rocksdb::DBOptions options, bool read_only);

  std::shared_ptr<WriteFailures> failures_;
  std::unique_ptr<rocksdb::Env> env_;  // of the files; null for an image, whose env is the caller's
  std::unique_ptr<rocksdb::DB> db_;
  std::array<rocksdb::ColumnFamilyHandle*, kFamilies> handles_{};  // owned by this object
};

// REQUIRES: `status` is not OK.
StoreError store_error_of(const rocksdb::Status& status);

}  // namespace countersign
