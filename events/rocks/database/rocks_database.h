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

// The column families, as event_log.h lists them.
enum class Family : std::uint8_t { Records, Events, Streams, ViewsA, ViewsB, Keys, Tree };
inline constexpr std::size_t kFamilies = 7;

// The RocksDB under the log, opened with the options that its promises rest on. What
// the keys mean is not known here. Thread-safe, as RocksDB is.
class RocksDatabase {
 public:
  // A sentence for the operator: held by another process, or what RocksDB found wrong.
  // REQUIRES: the folder is there.
  static Result<std::unique_ptr<RocksDatabase>, std::string> open(
      const std::filesystem::path& folder, bool create_if_missing, bool read_only);
  // The same for a copy whose files are where `env` says: read-only, nothing is written.
  static Result<std::unique_ptr<RocksDatabase>, std::string> open_image(
      const std::filesystem::path& folder, rocksdb::Env& env);
  ~RocksDatabase();
  RocksDatabase(const RocksDatabase&) = delete;
  RocksDatabase& operator=(const RocksDatabase&) = delete;

  // Whether the folder holds a database, or what is left of one.
  static bool is_in(const std::filesystem::path& folder);
  static bool has_remains_in(const std::filesystem::path& folder);
  // Whether a copy, as of open_image(), has some of the families and not all of them: its making
  // was cut short, and nothing was ever written to it.
  static bool is_begun(const std::filesystem::path& folder, rocksdb::Env& env);

  rocksdb::DB& db() const { return *db_; }
  // Hears of writes that fail, from before the database was open.
  WriteFailures& failures() const { return *failures_; }
  rocksdb::ColumnFamilyHandle* family(Family family) const {
    return handles_[static_cast<std::size_t>(family)];
  }

  // Whether nothing is in it, as far as can be read.
  bool is_blank() const;

  Result<std::optional<std::string>, StoreError> get(Family family, std::string_view key) const;

  // For a scan of much: reads ahead, and leaves the block cache to others.
  std::unique_ptr<rocksdb::Iterator> scan(Family family,
                                          const rocksdb::Snapshot* snapshot = nullptr) const;

 private:
  RocksDatabase() = default;
  static Result<std::unique_ptr<RocksDatabase>, std::string> open(
      const std::filesystem::path& folder, rocksdb::DBOptions options, bool read_only);

  std::shared_ptr<WriteFailures> failures_;
  std::unique_ptr<rocksdb::Env> env_;  // of the files; none: whose it is, opened them
  std::unique_ptr<rocksdb::DB> db_;
  std::array<rocksdb::ColumnFamilyHandle*, kFamilies> handles_{};  // owned
};

// REQUIRES: not OK.
StoreError store_error_of(const rocksdb::Status& status);

}  // namespace countersign
