#include "events/rocks/database/rocks_database.h"

#include <fmt/format.h>
#include <rocksdb/cache.h>
#include <rocksdb/db.h>
#include <rocksdb/env.h>
#include <rocksdb/filter_policy.h>
#include <rocksdb/slice_transform.h>
#include <rocksdb/table.h>
#include <sys/resource.h>

#include <cstdarg>
#include <limits>
#include <utility>
#include <vector>

#include "core/check.h"
#include "events/rocks/database/info_log.h"
#include "events/rocks/database/open_tables.h"
#include "events/rocks/database/ordered_names.h"
#include "events/rocks/database/write_failures.h"

namespace countersign {
namespace {

constexpr std::size_t kMebibyte = std::size_t{1} << 20;
constexpr std::size_t kBlockCacheBytes = 64 * kMebibyte;
constexpr std::size_t kScanReadaheadBytes = 2 * kMebibyte;
constexpr double kBloomBitsAKey = 10;
constexpr double kMemtableBloomRatio = 0.02;  // of a write buffer: more than 10 bits for each key
// The size of the first level of families whose keys arrive in no order. A small flush has keys all
// over such a level, so merging four flushes writes all of it, and each purge and each backup makes
// one. With RocksDB's 256 MiB the cost of a purge would follow the size of the log.
constexpr std::size_t kFirstLevelBytes = 8 * kMebibyte;
// Each flush is recorded in the manifest, which RocksDB starts again at this size: several times
// the size of a list of all tables.
constexpr std::size_t kManifestBytesMost = 16 * kMebibyte;

// Without these options a cut or flipped write-ahead log opens as a shorter one.
rocksdb::DBOptions database_options(bool create_if_missing) {
  rocksdb::DBOptions options;
  options.create_if_missing = create_if_missing;
  options.create_missing_column_families = create_if_missing;
  // A write torn by a crash was cut off before (torn_write.h); anything else that is incomplete is
  // refused.
  options.wal_recovery_mode = rocksdb::WALRecoveryMode::kAbsoluteConsistency;
  options.track_and_verify_wals_in_manifest = true;
  options.paranoid_checks = true;
  options.max_manifest_file_size = kManifestBytesMost;
  // After a failed write the log has stopped; a new process recovers it.
  options.max_bgerror_resume_count = 0;
  // With any other value a read-only scan ends early with an OK status after the server has
  // compacted.
  options.max_open_files = -1;
  // A deleted key must not survive in an archived or a recycled write-ahead log.
  options.WAL_ttl_seconds = 0;
  options.WAL_size_limit_MB = 0;
  options.recycle_log_file_num = 0;
  options.max_total_wal_size = 64 * kMebibyte;
  options.max_background_jobs = 2;
  // There is one writer, and the insert hint in family_options() requires this.
  options.allow_concurrent_memtable_write = false;
  options.bytes_per_sync = kMebibyte;
  options.info_log_level = rocksdb::InfoLogLevel::WARN_LEVEL;
  options.max_log_file_size = kMebibyte;
  options.keep_log_file_num = 2;
  return options;
}

// Used for images: without a logger of its own RocksDB would write LOG into the folder.
class Silence : public rocksdb::Logger {
 public:
  using rocksdb::Logger::Logv;
  void Logv(const char*, va_list) override {}
};

constexpr std::size_t kTableBytes = 64 * kMebibyte;
// Deleting a key rewrites the tables that hold it.
constexpr std::size_t kKeyTableBytes = 2 * kMebibyte;
// The tree is a twentieth of the log. With tables of kKeyTableBytes it would have more of them than
// all other families together.
constexpr std::size_t kTreeTableBytes = 16 * kMebibyte;

struct FamilyDescription {
  const char* name;
  std::size_t write_buffer_bytes;
  std::size_t table_bytes;
  bool compressed;
  bool bloom;
  bool grows;  // with the log, and most of its tables are hardly ever read
};

constexpr std::array<FamilyDescription, kFamilies> kDescriptions{{
    {"default", 4 * kMebibyte, kTableBytes, false, false, false},
    {"events", 32 * kMebibyte, kTableBytes, true, false, true},
    {"streams", 8 * kMebibyte, kTableBytes, true, true, false},
    {"views_a", 16 * kMebibyte, kTableBytes, true, true, false},
    {"views_b", 16 * kMebibyte, kTableBytes, true, true, false},
    {"keys", 4 * kMebibyte, kKeyTableBytes, false, true, false},
    {"tree", 4 * kMebibyte, kTreeTableBytes, false, false, true},
}};

rocksdb::ColumnFamilyOptions family_options(const FamilyDescription& description,
                                            const std::shared_ptr<rocksdb::Cache>& cache) {
  rocksdb::BlockBasedTableOptions table;
  table.block_cache = cache;
  if (description.bloom) {
    table.filter_policy.reset(rocksdb::NewBloomFilterPolicy(kBloomBitsAKey));
    table.whole_key_filtering = true;
  }
  if (description.grows) {
    // The index of a table of events takes 600 KB. It stays in memory with each open table, unless
    // it is in blocks, of which the cache keeps those that are read.
    table.index_type = rocksdb::BlockBasedTableOptions::kTwoLevelIndexSearch;
    table.cache_index_and_filter_blocks = true;
  }
  rocksdb::ColumnFamilyOptions options;
  if (description.bloom) {
    // Most reads before an append look for keys that do not exist.
    options.memtable_prefix_bloom_size_ratio = kMemtableBloomRatio;
    options.memtable_whole_key_filtering = true;
  }
  // Many keys follow the previous one of their space: a growing number, or the same key again.
  options.memtable_insert_with_hint_prefix_extractor.reset(rocksdb::NewFixedPrefixTransform(1));
  options.table_factory.reset(rocksdb::NewBlockBasedTableFactory(table));
  options.write_buffer_size = description.write_buffer_bytes;
  options.compression = description.compressed ? rocksdb::CompressionType::kLZ4Compression
                                               : rocksdb::CompressionType::kNoCompression;
  // Level 0 is not compressed: new tables are merged soon, and compressed then.
  options.compression_per_level.assign(static_cast<std::size_t>(options.num_levels),
                                       options.compression);
  options.compression_per_level.front() = rocksdb::CompressionType::kNoCompression;
  if (description.compressed && description.bloom) {
    options.max_bytes_for_level_base = kFirstLevelBytes;
  }
  options.target_file_size_base = description.table_bytes;
  // At these limits RocksDB stops writes until a merge has ended, and a damaged table prevents that
  // merge. Without them RocksDB slows writes.
  options.level0_stop_writes_trigger = std::numeric_limits<int>::max();
  options.hard_pending_compaction_bytes_limit = 0;
  return options;
}

std::vector<rocksdb::ColumnFamilyDescriptor> descriptors() {
  const auto cache = rocksdb::NewLRUCache(kBlockCacheBytes);
  std::vector<rocksdb::ColumnFamilyDescriptor> list;
  for (const FamilyDescription& description : kDescriptions) {
    list.emplace_back(description.name, family_options(description, cache));
  }
  return list;
}

// For a process that alone has the files: without a bound RocksDB opens each table when it opens
// the database, which takes longer with each table.
void bound_open_tables(rocksdb::DBOptions& options) {
  ::rlimit descriptors{};
  if (::getrlimit(RLIMIT_NOFILE, &descriptors) != 0) return;
  options.max_open_files = max_open_tables(descriptors.rlim_cur);
}

std::string sentence(const std::filesystem::path& folder, const rocksdb::Status& status) {
  const std::string why = status.ToString();
  if (why.find("lock") != std::string::npos && why.find("LOCK") != std::string::npos) {
    return fmt::format("the log in {} is in use by another process", folder.string());
  }
  return fmt::format("the log in {} cannot be opened: {}{}",
                     folder.string(),
                     why,
                     status.IsCorruption() ? "; restore a backup" : "");
}

}  // namespace

Result<std::unique_ptr<RocksDatabase>, std::string> RocksDatabase::open(
    const std::filesystem::path& folder, bool create_if_missing, bool read_only) {
  rocksdb::DBOptions options = database_options(create_if_missing && !read_only);
  // The last write of a process that has the log open may be in progress.
  if (read_only) {
    options.wal_recovery_mode = rocksdb::WALRecoveryMode::kTolerateCorruptedTailRecords;
  }
  if (!read_only) bound_open_tables(options);
  auto env = rocksdb::NewCompositeEnv(std::make_shared<OrderedNames>(
      std::make_shared<DispensableInfoLog>(rocksdb::FileSystem::Default())));
  options.env = env.get();
  auto database = open(folder, options, read_only);
  if (database) (*database)->env_ = std::move(env);
  return database;
}

Result<std::unique_ptr<RocksDatabase>, std::string> RocksDatabase::open_image(
    const std::filesystem::path& folder, rocksdb::Env& env) {
  rocksdb::DBOptions options = database_options(false);
  // A copy may have been made during a write; its anchor does not cover that write.
  options.wal_recovery_mode = rocksdb::WALRecoveryMode::kTolerateCorruptedTailRecords;
  bound_open_tables(options);
  options.env = &env;
  options.info_log = std::make_shared<Silence>();
  return open(folder, options, true);
}

Result<std::unique_ptr<RocksDatabase>, std::string> RocksDatabase::open(
    const std::filesystem::path& folder, rocksdb::DBOptions options, bool read_only) {
  auto failures = std::make_shared<WriteFailures>();
  options.listeners.push_back(failures);
  std::vector<rocksdb::ColumnFamilyHandle*> handles;
  rocksdb::DB* db = nullptr;
  const rocksdb::Status status =
      read_only
          ? rocksdb::DB::OpenForReadOnly(options, folder.string(), descriptors(), &handles, &db)
          : rocksdb::DB::Open(options, folder.string(), descriptors(), &handles, &db);
  if (!status.ok()) return sentence(folder, status);
  std::unique_ptr<RocksDatabase> database(new RocksDatabase);
  database->failures_ = std::move(failures);
  database->db_.reset(db);
  check(handles.size() == kFamilies, "RocksDB opens kFamilies column families");
  std::copy(handles.begin(), handles.end(), database->handles_.begin());
  return database;
}

RocksDatabase::~RocksDatabase() {
  for (rocksdb::ColumnFamilyHandle* handle : handles_) {
    if (handle != nullptr) db_->DestroyColumnFamilyHandle(handle).PermitUncheckedError();
  }
  if (db_) db_->Close().PermitUncheckedError();
}

bool RocksDatabase::is_in(const std::filesystem::path& folder) {
  std::error_code error;
  return std::filesystem::exists(folder / "CURRENT", error);
}

bool RocksDatabase::has_remains_in(const std::filesystem::path& folder) {
  std::error_code error;
  return std::ranges::any_of(std::filesystem::directory_iterator(folder, error),
                             [](const auto& entry) {
                               const std::filesystem::path extension = entry.path().extension();
                               return extension == ".sst" || extension == ".log";
                             });
}

std::optional<std::string> RocksDatabase::irregular_file_in(const std::filesystem::path& folder) {
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename();
    const std::filesystem::path extension = entry.path().extension();
    const bool is_its_file = name == "CURRENT" || name == "IDENTITY" || name == "LOCK" ||
                             name.starts_with("MANIFEST-") || name.starts_with("OPTIONS-") ||
                             extension == ".sst" || extension == ".ldb" || extension == ".log";
    std::error_code gone;  // the process that has the log open may remove the file
    const auto kind = entry.status(gone).type();
    const bool is_there = kind != std::filesystem::file_type::not_found;
    if (is_its_file && is_there && kind != std::filesystem::file_type::regular) return name;
  }
  return std::nullopt;
}

bool RocksDatabase::is_begun(const std::filesystem::path& folder, rocksdb::Env& env) {
  rocksdb::DBOptions options;
  options.env = &env;
  std::vector<std::string> names;
  const auto status = rocksdb::DB::ListColumnFamilies(options, folder.string(), &names);
  return status.ok() && names.size() < kFamilies;
}

void RocksDatabase::stop_merging() const {
  for (rocksdb::ColumnFamilyHandle* family : handles_) {
    // Fails only if the file OPTIONS cannot be written; the options apply all the same.
    db_->SetOptions(family, {{"disable_auto_compactions", "true"}}).PermitUncheckedError();
  }
}

bool RocksDatabase::is_blank() const {
  for (std::size_t i = 0; i < kFamilies; ++i) {
    const auto entries = scan(static_cast<Family>(i));
    entries->SeekToFirst();
    if (entries->Valid() || !entries->status().ok()) return false;
  }
  return true;
}

Result<std::optional<std::string>, StoreError> RocksDatabase::get(Family family,
                                                                  std::string_view key) const {
  std::string value;
  const rocksdb::Status status =
      db_->Get({}, handles_[static_cast<std::size_t>(family)], {key.data(), key.size()}, &value);
  if (status.IsNotFound()) return std::optional<std::string>();
  if (!status.ok()) return store_error_of(status);
  return std::optional(std::move(value));
}

std::uint64_t RocksDatabase::entries_in_memory(Family of) const {
  using Properties = rocksdb::DB::Properties;
  std::uint64_t entries = 0;
  for (const std::string& tables :
       {Properties::kNumEntriesActiveMemTable, Properties::kNumEntriesImmMemTables}) {
    std::uint64_t count = 0;
    const bool is_known = db_->GetIntProperty(family(of), tables, &count);
    check(is_known, "RocksDB knows how many entries its tables in memory have");
    entries += count;
  }
  return entries;
}

std::unique_ptr<rocksdb::Iterator> RocksDatabase::scan(Family of,
                                                       const rocksdb::Snapshot* snapshot) const {
  rocksdb::ReadOptions options;
  options.readahead_size = kScanReadaheadBytes;
  options.fill_cache = false;
  options.snapshot = snapshot;
  return std::unique_ptr<rocksdb::Iterator>(db_->NewIterator(options, family(of)));
}

StoreError store_error_of(const rocksdb::Status& status) {
  check(!status.ok(), "a RocksDB status that becomes a StoreError is a failure");
  if (status.IsCorruption()) return StoreError::Corrupt;
  return StoreError::Io;
}

}  // namespace countersign
