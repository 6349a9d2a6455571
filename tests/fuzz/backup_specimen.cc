#include "tests/fuzz/backup_specimen.h"

#include <rocksdb/db.h>
#include <rocksdb/table.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <boost/crc.hpp>

#include "core/check.h"
#include "projections/backup/backup_folder.h"
#include "projections/backup/create_backup.h"
#include "projections/backup/restore_backup.h"
#include "tests/events/tlog/note/keys.h"
#include "tests/fuzz/target.h"
#include "tests/projections/support/capture_commands.h"

namespace countersign::fuzz {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kSessions = 4;
constexpr std::uint32_t kBackup = 1;

class FixedClock final : public Clock {
 public:
  UtcTime now() const override { return kStart; }
};

// The same bytes in every process, so that an input gives the same folder, except for the ids that
// RocksDB draws.
class CountedBytes final : public RandomSource {
 public:
  void fill(std::span<std::uint8_t> out) override {
    for (std::uint8_t& byte : out) byte = static_cast<std::uint8_t>(next_.fetch_add(1) * 167);
  }

 private:
  std::atomic<std::uint32_t> next_{0};
};

}  // namespace

// Opens data folders with the same clock, random source and keys.
struct DataOpening {
  FixedClock clock;
  CountedBytes random;

  Result<std::unique_ptr<DataFolder>, std::string> open(const fs::path& path) {
    std::array<std::uint8_t, 32> bytes;
    bytes.fill(7);
    DataFolderOptions options{path, MasterKey(SecretBytes<32>(bytes))};
    options.reserve_bytes = 0;
    options.signing_key = tlog::log_key();
    return DataFolder::open(std::move(options), clock, random, [](StoreError) {});
  }
  std::unique_ptr<DataFolder> must_open(const fs::path& path) {
    auto opened = open(path);
    check(opened.has_value(), "an unchanged data folder opens");
    return *std::move(opened);
  }
};

namespace {

void fill(DataFolder& data, DataOpening& with) {
  const auto commit = [&](Submission submission) {
    check(std::holds_alternative<Committed>(data.writer().submit_and_wait(std::move(submission))),
          "a valid submission is committed");
  };
  const ClientKey client = client_key("acme");
  commit(registering(client, kStart));
  for (std::uint64_t n = 0; n < kSessions; ++n) {
    Submission submission = creating(client, session_id(n), kStart);
    submission.wrap_key =
        data.key_wrapping(session_id(n), SessionKey::random(with.random), kStart + 2 * kDay);
    commit(std::move(submission));
    commit(challenging(session_id(n), Step::Liveness, n, kStart));
  }
}

// Writes all tables again without block checksums. A table names its own kind of checksum, so
// somebody who wants RocksDB to read changed blocks would do this.
void drop_block_checksums(const fs::path& log) {
  rocksdb::BlockBasedTableOptions table;
  table.checksum = rocksdb::kNoChecksum;
  rocksdb::Options options;
  options.table_factory.reset(rocksdb::NewBlockBasedTableFactory(table));
  std::vector<std::string> names;
  check(rocksdb::DB::ListColumnFamilies(options, log, &names).ok(),
        "RocksDB lists the column families of the log");
  std::vector<rocksdb::ColumnFamilyDescriptor> families;
  for (const std::string& name : names) families.emplace_back(name, options);
  std::vector<rocksdb::ColumnFamilyHandle*> handles;
  rocksdb::DB* database = nullptr;
  check(rocksdb::DB::Open(options, log, families, &handles, &database).ok(),
        "RocksDB opens the log with all column families");
  rocksdb::CompactRangeOptions all;
  all.bottommost_level_compaction = rocksdb::BottommostLevelCompaction::kForce;
  for (rocksdb::ColumnFamilyHandle* handle : handles) {
    check(database->CompactRange(all, handle, nullptr, nullptr).ok(),
          "RocksDB compacts a column family");
    check(database->DestroyColumnFamilyHandle(handle).ok(),
          "RocksDB releases the handle of a column family");
  }
  check(database->Close().ok(), "RocksDB closes the log");
  delete database;
}

// The CRC-32C of iSCSI, RFC 3720 section B.4, which RocksDB uses.
std::uint32_t crc32c(std::string_view bytes) {
  boost::crc_optimal<32, 0x1EDC6F41, 0xFFFFFFFF, 0xFFFFFFFF, true, true> crc;
  crc.process_bytes(bytes.data(), bytes.size());
  return crc.checksum();
}

// Gives each record of a write-ahead log or a RocksDB manifest its right checksum, as far as the
// lengths lead; https://github.com/facebook/rocksdb/wiki/Write-Ahead-Log-File-Format.
void mend_records(std::string& file) {
  constexpr std::size_t kBlock = 32768;
  constexpr std::size_t kHeader = 4 + 2 + 1;  // checksum, length, type
  for (std::size_t at = 0; at + kHeader <= file.size();) {
    if (kBlock - at % kBlock < kHeader) {
      at += kBlock - at % kBlock;
      continue;
    }
    const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(file[at + i]); };
    const std::size_t length = byte(4) | (std::size_t{byte(5)} << 8);
    if (at + kHeader + length > file.size()) return;
    const std::uint32_t sum = crc32c(std::string_view(file).substr(at + 6, 1 + length));
    const std::uint32_t masked = ((sum >> 15) | (sum << 17)) + 0xa282ead8u;
    for (std::size_t i = 0; i < 4; ++i) file[at + i] = static_cast<char>(masked >> (8 * i));
    at += kHeader + length;
  }
}

// Corrects the checksums in `log/meta/1`, which has a line `<file> crc32 <decimal>` for each file
// of the database.
void mend_description(FolderImage& folder) {
  const auto description = folder.find("log/" + description_of_database(kBackup).path);
  if (description == folder.end()) return;
  constexpr std::string_view kWord = " crc32 ";
  std::string mended;
  for (std::string_view rest = description->second; !rest.empty();) {
    const std::string_view line = take_until(rest, '\n');
    const std::size_t word = line.find(kWord);
    const auto file = folder.find("log/" + std::string(line.substr(0, word)));
    if (word == line.npos || file == folder.end()) {
      mended.append(line);
    } else {
      mended.append(line.substr(0, word + kWord.size()))
          .append(std::to_string(crc32c(file->second)));
    }
    mended += '\n';
  }
  description->second = std::move(mended);
}

void mend_checksums(FolderImage& folder) {
  for (auto& [path, bytes] : folder) {
    const std::string name = fs::path(path).filename();
    if (name.starts_with("MANIFEST-") || name.ends_with(".log")) mend_records(bytes);
  }
  mend_description(folder);
}

std::string manifest() { return BackupFolder::manifest_of(kBackup); }

}  // namespace

BackupSpecimen::BackupSpecimen() : with_(std::make_unique<DataOpening>()) {
  const fs::path live = temp_.path() / "live";
  {
    const auto data = with_->must_open(live);
    fill(*data, *with_);
  }
  drop_block_checksums(live / "log");
  {
    const auto data = with_->must_open(live);
    const auto report = create_backup(*data, {backups()});
    check(report.has_value() && report->record.number == kBackup,
          "a backup with the number kBackup is made");
  }
  fs::remove_all(live);
  honest_ = image_of(backups());
}

BackupSpecimen::~BackupSpecimen() = default;

BackupSpecimen::Changed BackupSpecimen::verify_changed_by_a_stranger(std::string_view changes) {
  const FolderImage changed = edited(honest_, changes);
  change_folder(backups(), honest_, changed);
  Verdict verdict = verify_backup({backups(), kBackup, tlog::log_key().verifier()});
  change_folder(backups(), changed, honest_);
  return {!is_as_signed(changed), std::move(verdict)};
}

void BackupSpecimen::read_changed_by_an_expert(std::string_view changes) {
  FolderImage changed = edited(honest_, changes);
  mend_checksums(changed);
  change_folder(backups(), honest_, changed);
  seal_anew();
  const auto verdict = verify_backup({backups(), kBackup, {}});
  if (verdict && verdict->ok()) restore_and_open();
  fs::remove_all(backups());
  change_folder(backups(), {}, honest_);
}

// Whether the manifest and all files that it covers are as signed. The LOCK must exist, with any
// content.
bool BackupSpecimen::is_as_signed(const FolderImage& changed) const {
  return std::ranges::all_of(honest_, [&](const auto& file) {
    const auto now = changed.find(file.first);
    const bool is_lock = file.second.empty();
    return now != changed.end() && (is_lock || now->second == file.second);
  });
}

// Writes the manifest again, for the same files as they are now.
void BackupSpecimen::seal_anew() {
  const auto held = HeldFolder::open(backups());
  check(held.has_value(), "the folder of the backups opens");
  auto reader = ManifestReader::open(*held, manifest());
  if (!reader) return;
  const std::string fresh = manifest() + "9";
  auto writer = ManifestWriter::create(*held, fresh);
  check(writer.has_value(), "a manifest is begun");
  while (auto entry = reader->next()) {
    const auto bytes = held->read(to_text(entry->name), 1 << 20);
    if (entry->kind == ManifestEntry::Kind::File && bytes) {
      entry->size = bytes->size();
      entry->sha256 = sha256(*bytes);
    }
    if (!writer->add(*entry)) return;
  }
  if (!writer->finish(reader->record(), {})) {
    fs::rename(backups() / fresh, backups() / manifest());
  }
}

void BackupSpecimen::restore_and_open() {
  const fs::path restored = temp_.path() / "restored";
  const auto report = restore_backup({backups(), kBackup, restored, {}, kStart, {}}, with_->random);
  if (report) (void)with_->open(restored);
  fs::remove_all(restored);
}

}  // namespace countersign::fuzz
