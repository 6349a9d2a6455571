#include "projections/backup/verify_backup.h"

#include <utility>

#include "events/tlog/note/checkpoint.h"
#include "events/tlog/tree/tile_builder.h"
#include "events/tree_tiles.h"
#include "projections/backup/backup_folder.h"
#include "projections/backup/file_copy.h"

namespace countersign {
namespace {

class Verification {
 public:
  Verification(BackupFolder& folder, ManifestReader manifest, const VerifyBackupOptions& options)
      : folder_(folder), manifest_(std::move(manifest)), options_(options) {
    findings_.record = manifest_.record();
  }

  BackupFindings run() {
    check_signature() && check_files() && check_database() && check_log();
    return std::move(findings_);
  }

 private:
  bool wrong(std::string file, std::string why) {
    findings_.damage = BackupDamage{std::move(file), std::move(why)};
    return false;
  }
  std::string own_name() const { return BackupFolder::manifest_of(findings_.record.number); }

  bool check_signature() {
    if (!options_.key) return true;
    if (auto why = manifest_.refusal(*options_.key)) return wrong(own_name(), *std::move(why));
    findings_.signature_checked = true;
    return true;
  }

  bool check_files() {
    while (const auto entry = manifest_.next()) {
      if (entry->kind == ManifestEntry::Kind::File && !check_file(*entry)) return false;
    }
    return !manifest_.failed() ||
           wrong(own_name(), "the manifest cannot be read, or is being changed");
  }

  bool check_file(const ManifestEntry& entry) {
    const std::string name = to_text(entry.name);
    const auto file = SourceFile::open(folder_.held(), name);
    if (!file) return wrong(name, file.error().why);
    const auto sum = file->sum(FileSum{entry.size, entry.sha256});
    if (!sum) return wrong(name, sum.error().why);
    ++findings_.files;
    findings_.bytes += sum->size;
    return true;
  }

  bool check_database() {
    if (auto why = folder_.open_log()) return wrong("log", *std::move(why));
    if (auto why = folder_.log().verify(findings_.record.number)) return wrong("log", *why);
    return true;
  }

  bool check_log() {
    const BackupRecord& record = findings_.record;
    const auto log =
        folder_.log().open_image(record.number, {record.sequence, record.leaf, record.head_at});
    if (!log) return wrong("log", log.error());
    const LogHead head = (*log)->head();
    if (head.sequence != record.sequence || Sha256(head.root) != record.root) {
      return wrong("log", "the log is not the one that the manifest describes");
    }
    return check_checkpoint(head, **log);
  }

  bool check_checkpoint(const LogHead& head, const TreeTiles& tiles) {
    if (!options_.key) return true;
    const std::string& name = options_.key->name();
    if (!findings_.record.checkpoint) return wrong(own_name(), "the manifest has no checkpoint");
    const auto opened =
        tlog::open_checkpoint(*findings_.record.checkpoint, {name, {*options_.key}});
    if (!opened)
      return wrong(own_name(), "the manifest's checkpoint was not signed with the key of " + name);
    const tlog::Checkpoint& checkpoint = opened->checkpoint;
    if (checkpoint.size > head.sequence.value()) {
      return wrong(own_name(), "the manifest's checkpoint covers more events than the log has");
    }
    const auto tree = tlog::TileBuilder::resume(checkpoint.size, checkpoint.root, tiles_of(tiles));
    return tree || wrong("log", "the log is not the one that the checkpoint was signed for");
  }

  BackupFolder& folder_;
  ManifestReader manifest_;
  const VerifyBackupOptions& options_;
  BackupFindings findings_;
};

}  // namespace

Result<BackupFindings, std::string> verify_backup(const VerifyBackupOptions& options) {
  auto folder = BackupFolder::open(options.from, BackupFolder::Access::Read);
  if (!folder) return folder.error();
  auto manifest = choose_manifest(*folder, options.number);
  if (!manifest) return manifest.error();
  BackupFindings found = Verification(*folder, *std::move(manifest), options).run();
  if (options.number) return found;
  auto all = survey_manifests(*folder);
  if (!all) return all.error();
  found.damaged_others = std::move(all->damaged);
  return found;
}

Result<ManifestSurvey, std::string> list_backups(const std::filesystem::path& from) {
  const auto folder = BackupFolder::open(from, BackupFolder::Access::Read);
  if (!folder) return folder.error();
  return survey_manifests(*folder);
}

}  // namespace countersign
