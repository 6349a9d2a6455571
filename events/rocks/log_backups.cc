#include "events/rocks/log_backups.h"

#include <fmt/format.h>
#include <rocksdb/db.h>
#include <rocksdb/env.h>
#include <rocksdb/utilities/backup_engine.h>

#include <algorithm>
#include <utility>

#include "core/check.h"
#include "events/rocks/database/rocks_database.h"
#include "events/rocks/database/table_merge.h"
#include "events/rocks/reading/log_image.h"
#include "events/rocks/rocks_event_log.h"

namespace countersign {
namespace {

namespace fs = std::filesystem;

// `halt` is called after each such number of bytes.
constexpr std::uint64_t kProgressBytes = 1 << 20;

rocksdb::BackupEngineOptions options_of(const fs::path& folder) {
  rocksdb::BackupEngineOptions options(folder.string());
  options.share_table_files = true;
  options.share_files_with_checksum = true;
  options.sync = true;
  options.callback_trigger_interval_size = kProgressBytes;
  return options;
}

// The environment of a backup and the log in it. The log is destroyed first.
struct Image {
  rocksdb::BackupInfo info;
  std::unique_ptr<EventLog> log;
};

// The path by which the folder is opened, and the path that sentences show for it.
struct BackupPaths {
  std::string opened;
  std::string shown;

  std::string in(std::string text) const {
    for (std::size_t at = 0; (at = text.find(opened, at)) != text.npos; at += shown.size()) {
      text.replace(at, opened.size(), shown);
    }
    return text;
  }
};

class EngineBackups : public LogBackups {
 public:
  EngineBackups(BackupPaths paths,
                std::unique_ptr<rocksdb::BackupEngine> writer,
                std::unique_ptr<rocksdb::BackupEngineReadOnly> reader)
      : paths_(std::move(paths)), writer_(std::move(writer)), reader_(std::move(reader)) {}

  std::vector<std::uint32_t> numbers() const override {
    std::vector<rocksdb::BackupInfo> infos;
    engine().GetBackupInfo(&infos);
    std::vector<std::uint32_t> numbers;
    for (const auto& info : infos) numbers.push_back(info.backup_id);
    std::ranges::sort(numbers);
    return numbers;
  }

  std::optional<std::uint64_t> bytes_of(std::uint32_t number) const override {
    rocksdb::BackupInfo info;
    if (!engine().GetBackupInfo(number, &info).ok()) return std::nullopt;
    return info.size;
  }

  Result<std::uint32_t, std::string> create(const LogFiles& log, const Halt& halt) override {
    check(writer_ != nullptr, "the backups are open for writing");
    const auto* const copied = dynamic_cast<const RocksEventLog*>(&log);
    if (copied == nullptr) return std::string("this log has no files");
    std::uint32_t number = 0;
    std::optional<std::string> halted;
    rocksdb::CreateBackupOptions options;
    options.flush_before_backup = true;
    options.progress_callback = [&] {
      if (halted) return;
      halted = halt();
      if (halted) writer_->StopBackup();
    };
    const auto error = copied->copy_files([&](const RocksDatabase& database) {
      return describe(writer_->CreateNewBackup(options, &database.db(), &number),
                      "the database cannot be copied");
    });
    if (halted) return *std::move(halted);
    if (error) return *error;
    return number;
  }

  std::optional<std::string> remove(std::uint32_t number) override {
    check(writer_ != nullptr, "the backups are open for writing");
    return describe(writer_->DeleteBackup(number), "an older backup cannot be removed");
  }

  std::optional<std::string> clear() override {
    check(writer_ != nullptr, "the backups are open for writing");
    return describe(writer_->GarbageCollect(),
                    "the leftovers of an interrupted backup cannot be removed");
  }

  Result<std::shared_ptr<const EventLog>, std::string> open_image(
      std::uint32_t number, const Anchor& anchor) const override {
    auto image = std::make_shared<Image>();
    if (const auto error = describe(engine().GetBackupInfo(number, &image->info, true),
                                    "the backup's database is missing")) {
      return *error;
    }
    auto log = open_log_image(image->info.name_for_open, *image->info.env_for_open, anchor);
    if (!log) return paths_.in(log.error());
    image->log = *std::move(log);
    return std::shared_ptr<const EventLog>(image, image->log.get());
  }

  std::optional<std::string> damage_of_table(const std::string& path) const override {
    if (!path.ends_with(".sst")) return std::nullopt;
    return describe(verify_table(paths_.opened + '/' + path), "a table of the database is damaged");
  }

  std::optional<std::string> verify(std::uint32_t number) const override {
    return describe(engine().VerifyBackup(number, true), "the backup's database is damaged");
  }

 private:
  const rocksdb::BackupEngineReadOnlyBase& engine() const {
    if (writer_) return *writer_;
    return *reader_;
  }

  std::optional<std::string> describe(const rocksdb::Status& status, std::string_view what) const {
    if (status.ok()) return std::nullopt;
    return fmt::format("{}: {}", what, paths_.in(status.ToString()));
  }

  const BackupPaths paths_;
  const std::unique_ptr<rocksdb::BackupEngine> writer_;  // this one or reader_, the other is null
  const std::unique_ptr<rocksdb::BackupEngineReadOnly> reader_;
};

}  // namespace

Result<std::unique_ptr<LogBackups>, std::string> LogBackups::open(const fs::path& folder,
                                                                  const fs::path& shown,
                                                                  Access access) {
  rocksdb::Env* const env = rocksdb::Env::Default();
  BackupPaths paths{folder.string(), shown.string()};
  const auto refused = [&](const rocksdb::Status& status) {
    return fmt::format(
        "the backups in {} cannot be opened: {}", shown.string(), paths.in(status.ToString()));
  };
  if (access == Access::Write) {
    rocksdb::BackupEngine* engine = nullptr;
    const auto status = rocksdb::BackupEngine::Open(options_of(folder), env, &engine);
    if (!status.ok()) return refused(status);
    return std::unique_ptr<LogBackups>(std::make_unique<EngineBackups>(
        std::move(paths), std::unique_ptr<rocksdb::BackupEngine>(engine), nullptr));
  }
  rocksdb::BackupEngineReadOnly* engine = nullptr;
  const auto status = rocksdb::BackupEngineReadOnly::Open(options_of(folder), env, &engine);
  if (!status.ok()) return refused(status);
  return std::unique_ptr<LogBackups>(std::make_unique<EngineBackups>(
      std::move(paths), nullptr, std::unique_ptr<rocksdb::BackupEngineReadOnly>(engine)));
}

}  // namespace countersign
