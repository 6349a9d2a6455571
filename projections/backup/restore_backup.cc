#include "projections/backup/restore_backup.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <set>
#include <utility>

#include "events/vault/key_slot_folder.h"
#include "projections/backup/backup_folder.h"
#include "projections/backup/file_copy.h"
#include "projections/backup/key_backup.h"
#include "projections/data_folder.h"
#include "projections/marker_file.h"
#include "projections/restored.h"

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
      : folder_(folder),
        manifest_(std::move(manifest)),
        options_(options),
        random_(random),
        folders_(options.to) {
    report_.record = manifest_.record();
  }

  Result<RestoreReport, std::string> run() {
    if (auto why = make_folder()) return *std::move(why);
    if (auto why = restored_marker(options_.to).write(kRestoreUnfinished)) return *std::move(why);
    if (auto why = restore_log()) return *std::move(why);
    if (auto why = copy_files()) return *std::move(why);
    if (auto why = write_markers()) return *std::move(why);
    if (options_.keys) {
      const auto owner = restore_keys(*options_.keys, report_.record.log, options_.to, random_);
      if (!owner) return owner.error();
      owner_ = *owner;
    }
    if (auto why = check_log()) return *std::move(why);
    if (auto why = folders_.sync()) return *std::move(why);
    if (auto why = sync_everything()) return *std::move(why);
    if (auto why = restored_marker(options_.to).write(to_text(note_))) return *std::move(why);
    return std::move(report_);
  }

 private:
  Why make_folder() {
    const fs::path& to = options_.to;
    std::error_code error;
    if (fs::exists(to, error) && (!fs::is_directory(to, error) || !fs::is_empty(to, error))) {
      return fmt::format("{} is there and not empty; a backup is restored into a new folder",
                         to.string());
    }
    if (holder_of(to, backup_folder::kMark)) {
      return to.string() + " lies in a folder of backups";
    }
    fs::create_directories(to / "log", error);
    if (!error) fs::permissions(to, fs::perms::owner_all, error);
    if (!error) fs::permissions(to / "log", fs::perms::owner_all, error);
    if (error) return fmt::format("cannot make {}: {}", to.string(), error.message());
    return std::nullopt;
  }

  Why restore_log() {
    const BackupRecord& record = report_.record;
    const fs::path log = options_.to / "log";
    if (auto why = folder_.log().restore(record.number, log)) return why;
    // Behind which the log must not end. An older ANCHOR would allow that.
    if (write_anchor(log, {record.sequence, record.leaf, record.head_at})) return std::nullopt;
    return "cannot write ANCHOR in " + log.string();
  }

  Why copy_files() {
    using Kind = ManifestEntry::Kind;
    while (const auto entry = manifest_.next()) {
      if (entry->kind == Kind::Purged) {
        const auto session = parse_uuid(entry->name);
        if (session) note_.purged.push_back(SessionId(*session));
      }
      if (entry->kind != Kind::File || is_of_database(entry->name)) continue;
      if (auto why = folders_.make_for(options_.to / entry->name)) return why;
      const auto sum = copy_durably(folder_.path() / entry->name, options_.to / entry->name);
      if (!sum) return sum.error().why;
      if (sum->size != entry->size || sum->sha256 != entry->sha256) {
        return fmt::format("the backup is damaged: {} is not what was backed up",
                           (folder_.path() / entry->name).string());
      }
    }
    if (!manifest_.failed()) return std::nullopt;
    return "cannot read " + folder_.manifest_of(report_.record.number).string();
  }

  // RocksDB has compared that with its own checksums.
  static bool is_of_database(std::string_view name) { return name.starts_with("log/"); }

  Why write_markers() {
    const BackupRecord& record = report_.record;
    if (record.checkpoint) {
      const fs::path latest = checkpoints_of(options_.to) / "latest";
      if (auto why = folders_.make_for(latest)) return why;
      if (auto why = MarkerFile(latest).write(*record.checkpoint)) return why;
    }
    if (!record.purging) return std::nullopt;
    return MarkerFile(options_.to / "PURGING").write(*record.purging);
  }

  Why check_log() {
    note_.backup = report_.record.number;
    note_.made_at = report_.record.at;
    note_.restored_at = options_.now;
    note_.user_id = ::getuid();
    const auto log = EventLog::open(options_.to / "log", {.read_only = true});
    if (!log) return log.error();
    const LogHead head = (*log)->head();
    if (head.sequence != report_.record.sequence || Sha256(head.root) != report_.record.root) {
      return "the restored log is not the one that was backed up";
    }
    return count_keys(**log);
  }

  Why count_keys(const EventLog& log) {
    std::set<KeySlotId> slots;
    if (options_.keys) {
      const auto folder = KeySlotFolder::open(options_.to / "keys", false, true, random_);
      const auto list = folder ? (*folder)->list() : folder.error();
      if (!list) return "cannot list the key slots of " + options_.to.string();
      slots.insert(list->begin(), list->end());
    }
    const auto rows = log.begin_key_scan()->read([&](const SessionId&, std::string_view wrapped) {
      const auto of = slots_of(WrappedKey(std::string(wrapped)));
      ++(of && slots.contains(of->slot) ? report_.readable : report_.unreadable);
    });
    if (!rows) return std::string(describe(rows.error()));
    if (owner_ == KeyOwner::ThisLog) return std::nullopt;
    if (report_.readable > 0 || report_.unreadable == 0) return std::nullopt;
    return fmt::format(
        "none of the {} sessions is under a key of {}: those are not the keys of this log, or all "
        "was erased since; --without-keys restores the log alone",
        report_.unreadable,
        options_.keys->string());
  }

  Why sync_everything() {
    const int folder = ::open(options_.to.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const OwnedFd owner(folder);
    if (folder >= 0 && ::syncfs(folder) == 0) return std::nullopt;
    return "cannot sync " + options_.to.string();
  }

  const BackupFolder& folder_;
  ManifestReader manifest_;
  const RestoreOptions& options_;
  RandomSource& random_;
  FolderMaker folders_;
  KeyOwner owner_ = KeyOwner::ThisLog;  // of the keys, if any
  RestoredNote note_;
  RestoreReport report_;
};

}  // namespace

Result<RestoreReport, std::string> restore_backup(const RestoreOptions& options,
                                                  RandomSource& random) {
  const auto folder = BackupFolder::open(options.from, BackupFolder::Access::Read);
  if (!folder) return folder.error();
  auto manifest = folder->manifest(options.number);
  if (!manifest) return manifest.error();
  return Restoration(*folder, *std::move(manifest), options, random).run();
}

}  // namespace countersign
