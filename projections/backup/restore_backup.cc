#include "projections/backup/restore_backup.h"

#include <fmt/format.h>
#include <unistd.h>

#include <set>
#include <utility>

#include "core/text/counted.h"
#include "events/vault/key_slot_folder.h"
#include "projections/backup/backup_folder.h"
#include "projections/backup/file_copy.h"
#include "projections/backup/key_backup.h"
#include "projections/backup/manifest_survey.h"
#include "projections/erasure/folder_age.h"
#include "projections/folder/data_folder.h"
#include "projections/folder/restored.h"

namespace countersign {
namespace {

namespace fs = std::filesystem;
using Why = std::optional<std::string>;

class Restoration {
 public:
  Restoration(const BackupFolder& folder,
              ManifestReader manifest,
              const RestoreOptions& options,
              RandomSource& random)
      : folder_(folder), manifest_(std::move(manifest)), options_(options), random_(random) {
    report_.record = manifest_.record();
  }

  Result<RestoreReport, std::string> run() {
    if (auto why = check_signature()) return *std::move(why);
    if (auto why = make_folder()) return *std::move(why);
    if (auto why = write(kRestoredMarker, kRestoreUnfinished)) return *std::move(why);
    if (auto why = copy_files()) return *std::move(why);
    if (auto why = anchor_log()) return *std::move(why);
    if (auto why = write_markers()) return *std::move(why);
    if (options_.keys) {
      const auto owner = restore_keys(*options_.keys, report_.record.log, *to_, random_);
      if (!owner) return owner.error();
      owner_ = *owner;
    }
    if (auto why = check_log()) return *std::move(why);
    if (auto why = say_lost_files()) return *std::move(why);
    if (auto why = folders_->sync()) return *std::move(why);
    if (auto why = sync_everything()) return *std::move(why);
    if (auto why = write(kRestoredMarker, to_text(note_))) return *std::move(why);
    return std::move(report_);
  }

 private:
  Why make_folder() {
    const fs::path& to = options_.to;
    std::error_code error;
    if (fs::exists(to, error) && (!fs::is_directory(to, error) || !fs::is_empty(to, error))) {
      return fmt::format("{} exists and is not empty; restore into a new folder", to.string());
    }
    if (holder_of(to, backup_folder::kMark)) {
      return to.string() + " lies in a folder of backups; restore into a folder outside of it";
    }
    auto made = HeldFolder::make(to);
    if (!made) return made.error().why;
    to_.emplace(*std::move(made));
    if (auto why = to_->refusal_to_write()) return why;
    // Another folder may have taken its place since.
    const auto entries = to_->list();
    if (!entries || !entries->empty())
      return to.string() + " is not empty; restore into a new folder";
    folders_.emplace(*to_);
    if (auto failed = to_->make_folders(backup_folder::kLog)) return std::move(failed->why);
    return std::nullopt;
  }

  Why check_signature() {
    if (!options_.key) return std::nullopt;
    const auto why = manifest_.refusal(*options_.key);
    if (!why) return std::nullopt;
    const auto manifest = BackupFolder::manifest_of(report_.record.number);
    return fmt::format("{}: {}", (folder_.path() / manifest).string(), *why);
  }

  Why copy_files() {
    using Kind = ManifestEntry::Kind;
    while (const auto entry = manifest_.next()) {
      if (entry->kind == Kind::Purged) note_.purged.push_back(entry->session);
      if (entry->kind != Kind::File) continue;
      if (auto why = copy(*entry)) return why;
    }
    if (!manifest_.failed()) return std::nullopt;
    return "cannot read " +
           (folder_.path() / BackupFolder::manifest_of(report_.record.number)).string();
  }

  Why copy(const ManifestEntry& entry) {
    const std::string name = to_text(entry.name);
    std::string target = name;
    if (const auto* const database = std::get_if<DatabaseFile>(&entry.name)) {
      // It describes the others and belongs to no database.
      if (database->describes()) return std::nullopt;
      target = fmt::format("{}/{}", backup_folder::kLog, database->restored);
    }
    if (auto why = folders_->make_for(target)) return why;
    const auto file = SourceFile::open(folder_.held(), name);
    if (!file) return file.error().why;
    const auto sum = file->copy_durably(*to_, target, FileSum{entry.size, entry.sha256});
    if (sum) return std::nullopt;
    return fmt::format(
        "the backup is damaged: {}: {}", (folder_.path() / name).string(), sum.error().why);
  }

  Why anchor_log() {
    const BackupRecord& record = report_.record;
    const fs::path log = to_->pinned_path() / backup_folder::kLog;
    // The log must not end before this event. An older ANCHOR would allow that.
    if (write_anchor(log, {record.sequence, record.leaf, record.head_at})) return std::nullopt;
    return "cannot write ANCHOR in " + (options_.to / backup_folder::kLog).string();
  }

  // If the backup has no files because they were missing when it was made, marks them as lost, so
  // that the folder opens without them.
  Why say_lost_files() {
    const BackupRecord& record = report_.record;
    if (record.files > 0 || record.missing == 0) return std::nullopt;
    const std::string name = fmt::format("{}/{}", backup_folder::kFiles, kFilesLostMarker);
    if (auto why = folders_->make_for(name)) return why;
    return write(name, "");
  }

  Why write_markers() {
    const BackupRecord& record = report_.record;
    if (record.checkpoint) {
      constexpr std::string_view kLatest = "checkpoints/latest";
      if (auto why = folders_->make_for(kLatest)) return why;
      if (auto why = write(kLatest, *record.checkpoint)) return why;
    }
    if (!record.purging) return std::nullopt;
    return write("PURGING", *record.purging);
  }

  // Durable on return.
  Why write(std::string_view name, std::string_view text) {
    auto failed = to_->replace(name, text);
    if (!failed) return std::nullopt;
    return std::move(failed->why);
  }

  Why check_log() {
    note_.backup = report_.record.number;
    note_.made_at = report_.record.at;
    note_.restored_at = options_.now;
    note_.user_id = ::getuid();
    const auto log = EventLog::open(to_->pinned_path() / "log", {.read_only = true});
    if (!log) return log.error();
    const LogHead head = (*log)->head();
    if (head.sequence != report_.record.sequence || Sha256(head.root) != report_.record.root) {
      return "the restored log is not the one that the manifest describes";
    }
    if (auto why = count_keys(**log)) return why;
    note_.unreadable = report_.unreadable;
    return std::nullopt;
  }

  Why count_keys(const KeyRows& keys) {
    std::set<KeySlotId> slots;
    if (options_.keys) {
      const auto folder = KeySlotFolder::open(to_->pinned_path() / "keys", false, true, random_);
      const auto list = folder ? (*folder)->list() : folder.error();
      if (!list) return "cannot list the key slots of " + options_.to.string();
      slots.insert(list->begin(), list->end());
    }
    const std::set<SessionId> erased(note_.purged.begin(), note_.purged.end());
    const auto count = [&](const SessionId& session, std::string_view wrapped) {
      const auto of = leaves_of(WrappedKey(std::string(wrapped)));
      if (!of || !slots.contains(of->leaf.slot)) {
        ++report_.unreadable;
      } else {
        ++(erased.contains(session) ? report_.erased : report_.readable);
      }
    };
    const auto rows = keys.begin_key_scan()->read(count);
    if (!rows)
      return fmt::format("the keys of the restored log cannot be read: {}", describe(rows.error()));
    if (owner_ == KeyOwner::ThisLog) return std::nullopt;
    if (report_.readable + report_.erased > 0 || report_.unreadable == 0) return std::nullopt;
    return fmt::format(
        "no key in {1} opens any of {0}: these are not the keys of this log, or every session was "
        "erased since; --without-keys restores the log alone",
        counted(report_.unreadable, "session"),
        options_.keys->string());
  }

  Why sync_everything() {
    if (::syncfs(to_->descriptor().get()) == 0) return std::nullopt;
    return "cannot sync " + options_.to.string();
  }

  const BackupFolder& folder_;
  ManifestReader manifest_;
  const RestoreOptions& options_;
  RandomSource& random_;
  std::optional<HeldFolder> to_;
  std::optional<FolderMaker> folders_;
  KeyOwner owner_ = KeyOwner::ThisLog;  // of the keys, if any
  RestoredNote note_;
  RestoreReport report_;
};

}  // namespace

Result<RestoreReport, std::string> restore_backup(const RestoreOptions& options,
                                                  RandomSource& random) {
  const auto folder = BackupFolder::open(options.from, BackupFolder::Access::Read);
  if (!folder) return folder.error();
  auto manifest = choose_manifest(*folder, options.number);
  if (!manifest) return manifest.error();
  return Restoration(*folder, *std::move(manifest), options, random).run();
}

}  // namespace countersign
