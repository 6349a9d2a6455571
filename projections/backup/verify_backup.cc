#include "projections/backup/verify_backup.h"

#include <utility>

#include "events/log_tiles.h"
#include "events/tlog/checkpoint.h"
#include "events/tlog/tile_builder.h"
#include "projections/backup/backup_folder.h"
#include "projections/backup/file_copy.h"

namespace countersign {
namespace {

class Verification {
 public:
  Verification(const BackupFolder& folder,
               ManifestReader manifest,
               const VerifyBackupOptions& options)
      : folder_(folder), manifest_(std::move(manifest)), options_(options) {
    verdict_.record = manifest_.record();
  }

  BackupVerdict run() {
    check_files() && check_database() && check_log();
    return std::move(verdict_);
  }

 private:
  bool wrong(std::string file, std::string why) {
    verdict_.damage = BackupDamage{std::move(file), std::move(why)};
    return false;
  }
  std::string own_name() const {
    return folder_.manifest_of(verdict_.record.number)
        .lexically_relative(folder_.path())
        .generic_string();
  }

  bool check_files() {
    while (const auto entry = manifest_.next()) {
      if (entry->kind != ManifestEntry::Kind::File) continue;
      const auto sum = sum_of_file(folder_.path() / entry->name);
      if (!sum) return wrong(entry->name, sum.error().why);
      if (sum->size != entry->size) {
        return wrong(entry->name,
                     "it has " + std::to_string(sum->size) + " bytes, and had " +
                         std::to_string(entry->size));
      }
      if (sum->sha256 != entry->sha256) return wrong(entry->name, "its bytes were changed");
      ++verdict_.files;
      verdict_.bytes += sum->size;
    }
    return !manifest_.failed() || wrong(own_name(), "it cannot be read");
  }

  bool check_database() {
    if (auto why = folder_.log().verify(verdict_.record.number)) return wrong("log", *why);
    return true;
  }

  bool check_log() {
    const BackupRecord& record = verdict_.record;
    const auto log =
        folder_.log().open_image(record.number, {record.sequence, record.leaf, record.head_at});
    if (!log) return wrong("log", log.error());
    const LogHead head = (*log)->head();
    if (head.sequence != record.sequence || Sha256(head.root) != record.root) {
      return wrong("log", "it is not the log that the manifest is of");
    }
    return check_checkpoint(**log);
  }

  bool check_checkpoint(const EventLog& log) {
    if (!options_.key) return true;
    const std::string& name = options_.key->name();
    if (!verdict_.record.checkpoint) return wrong(own_name(), "it has no checkpoint");
    const auto opened = tlog::open_checkpoint(*verdict_.record.checkpoint, {name, {*options_.key}});
    if (!opened) return wrong(own_name(), "its checkpoint was not signed with the key of " + name);
    const tlog::Checkpoint& checkpoint = opened->checkpoint;
    if (checkpoint.size > log.head().sequence.value()) {
      return wrong(own_name(), "its checkpoint is of more events than the log has");
    }
    const auto tree = tlog::TileBuilder::resume(checkpoint.size, checkpoint.root, tiles_of(log));
    return tree || wrong("log", "it is not the log that the checkpoint was signed for");
  }

  const BackupFolder& folder_;
  ManifestReader manifest_;
  const VerifyBackupOptions& options_;
  BackupVerdict verdict_;
};

}  // namespace

Result<BackupVerdict, std::string> verify_backup(const VerifyBackupOptions& options) {
  const auto folder = BackupFolder::open(options.from, BackupFolder::Access::Read);
  if (!folder) return folder.error();
  auto manifest = folder->manifest(options.number);
  if (!manifest) return manifest.error();
  return Verification(*folder, *std::move(manifest), options).run();
}

Result<std::vector<BackupRecord>, std::string> list_backups(const std::filesystem::path& from) {
  const auto folder = BackupFolder::open(from, BackupFolder::Access::Read);
  if (!folder) return folder.error();
  std::vector<BackupRecord> records;
  for (const std::uint32_t number : folder->numbers()) {
    const auto manifest = folder->manifest(number);
    if (!manifest) return manifest.error();
    records.push_back(manifest->record());
  }
  return records;
}

}  // namespace countersign
