#include "projections/backup/create_backup.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "events/free_bytes.h"
#include "projections/backup/backup_folder.h"
#include "projections/backup/file_copy.h"
#include "projections/files.h"
#include "projections/marker_file.h"
#include "projections/record_bytes.h"

namespace countersign {
namespace {

namespace fs = std::filesystem;
using Why = std::optional<std::string>;
using Kind = ManifestEntry::Kind;

// Free space is looked at after so many files.
constexpr std::uint64_t kLookFiles = 16;

std::optional<std::uint64_t> device_of(const fs::path& path) {
  struct ::stat status {};
  if (::stat(path.c_str(), &status) != 0) return std::nullopt;
  return status.st_dev;
}

// The files that the backup before has, in the order of their ids.
class FilesBefore {
 public:
  explicit FilesBefore(std::optional<ManifestReader> manifest) : manifest_(std::move(manifest)) {
    advance();
  }

  // REQUIRES: asked for in the order of ids.
  std::optional<ManifestEntry> find(const FileId& file) {
    while (entry_ && id_ < file.value()) advance();
    if (!entry_ || id_ != file.value()) return std::nullopt;
    return entry_;
  }
  bool failed() const { return manifest_ && manifest_->failed(); }

 private:
  void advance() {
    entry_.reset();
    while (manifest_ && (entry_ = manifest_->next())) {
      if (entry_->kind != Kind::File || !entry_->name.starts_with(backup_folder::kFiles)) continue;
      const auto id = parse_uuid(fs::path(entry_->name).filename().string());
      if (!id) continue;
      id_ = *id;
      return;
    }
  }

  std::optional<ManifestReader> manifest_;
  std::optional<ManifestEntry> entry_;
  Uuid id_{};
};

class Creation {
 public:
  Creation(const DataFolder& data, const BackupOptions& options)
      : data_(data), options_(options), unfinished_(options.to / "UNFINISHED") {}

  Result<BackupReport, BackupFault> run() {
    if (auto why = refusal()) return BackupFault{true, *std::move(why)};
    auto opened = BackupFolder::open(options_.to, BackupFolder::Access::Write);
    if (!opened) return BackupFault{true, opened.error()};
    folder_.emplace(*std::move(opened));
    if (auto why = look_at_newest()) return BackupFault{true, *std::move(why)};
    if (auto why = make()) return BackupFault{false, *std::move(why)};
    if (auto why = tidy()) {
      return BackupFault{
          false,
          fmt::format("backup {} is there, but what is not needed any more could not "
                      "be removed: {}",
                      report_.record.number,
                      *why)};
    }
    return std::move(report_);
  }

 private:
  // ---- before anything is written -------------------------------------------------
  Why refusal() {
    const fs::path& to = options_.to;
    if (lies_in(to, data_.path()) || lies_in(data_.path(), to)) {
      return fmt::format("{} and the data folder must not lie in each other", to.string());
    }
    if (const auto holder = holder_of(to, "MASTER-KEY-ID")) {
      return fmt::format("{} has keys, or is a data folder; a backup must lie apart from keys",
                         holder->string());
    }
    if (const auto holder = holder_of(to, backup_folder::kMark)) {
      std::error_code ignored;
      if (*holder != fs::weakly_canonical(fs::absolute(to, ignored), ignored)) {
        return fmt::format("{} lies in another folder of backups", to.string());
      }
    }
    const auto log = identity_of(data_.log());
    if (!log) return std::string(describe(log.error()));
    if (!*log) return "the log is empty: there is nothing to back up yet";
    report_.record.log = **log;
    return std::nullopt;
  }

  // That the backups are of this log, and of its past.
  Why look_at_newest() {
    if (folder_->numbers().empty()) return std::nullopt;
    auto manifest = folder_->manifest({});
    if (!manifest) return manifest.error();
    const BackupRecord& newest = manifest->record();
    if (newest.log != report_.record.log) {
      return options_.to.string() + " holds backups of another log";
    }
    const auto event = data_.log().find(newest.sequence);
    if (!event) return std::string(describe(event.error()));
    if (!*event || (*event)->leaf != newest.leaf) {
      return fmt::format(
          "the newest backup in {} has event {}, which this log {}: it was rolled back, and has to "
          "be backed up elsewhere",
          options_.to.string(),
          newest.sequence.value(),
          *event ? "has another one of" : "does not have");
    }
    before_.emplace(*std::move(manifest));
    return std::nullopt;
  }

  // ---- making it ------------------------------------------------------------------
  Why make() {
    was_unfinished_ = unfinished_.exists();
    if (auto why = unfinished_.write("")) return why;
    if (auto why = folder_->clear_log()) return why;
    if (auto why = copy_log()) {
      // No backup without a manifest: what there is of it goes now, or with the next one.
      (void)folder_->clear_log();
      return why;
    }
    Why why = copy_the_rest();
    if (why) (void)folder_->clear_log();
    return why;
  }

  Why copy_log() {
    if (auto why = halt()) return why;
    BackupRecord& record = report_.record;
    const auto turn = data_.erasure().turn();
    record.at = data_.clock().now();
    const auto purging = MarkerFile(data_.path() / "PURGING").read();
    if (!purging) return purging.error();
    record.purging = *purging;
    const auto key_id = MarkerFile(data_.path() / "MASTER-KEY-ID").read();
    if (!key_id) return key_id.error();
    record.master_key_id = key_id->value_or("");
    // Before the database is copied, so that the backup has all that this was signed for.
    if (const CheckpointKeeper* keeper = data_.checkpoints()) {
      const SignedCheckpoint latest = keeper->latest();
      if (!latest.note.empty()) record.checkpoint = latest.note;
      signed_size_ = latest.size;
    }
    const LogHead head = data_.log().head();
    anchor_ = {head.sequence, head.leaf, head.at};
    const auto number = folder_->log().create(data_.log(), [this] { return halt(); });
    if (!number) return number.error();
    record.number = *number;
    return std::nullopt;
  }

  Why copy_the_rest() {
    const auto opened = folder_->log().open_image(report_.record.number, anchor_);
    if (!opened) return opened.error();
    const EventLog& image = **opened;
    BackupRecord& record = report_.record;
    const LogHead head = image.head();
    record.sequence = head.sequence;
    record.leaf = head.leaf;
    record.head_at = head.at;
    record.root = Sha256(head.root);
    record.log_bytes = folder_->log().bytes_of(record.number).value_or(0);
    auto manifest = ManifestWriter::create(folder_->manifest_of(record.number));
    if (!manifest) return manifest.error();
    manifest_.emplace(*std::move(manifest));
    if (auto why = add_log()) return why;
    if (auto why = copy_checkpoints()) return why;
    if (auto why = copy_files(image)) return why;
    if (auto why = folders_.sync()) return why;
    return manifest_->finish(record);
  }

  bool add(const std::string& name, const FileSum& sum) {
    return manifest_->add({Kind::File, name, sum.size, sum.sha256});
  }

  Why add_log() {
    const fs::path path = folder_->log().description_of(report_.record.number);
    const auto sum = sum_of_file(path);
    if (!sum) return sum.error().why;
    add(path.lexically_relative(folder_->path()).generic_string(), *sum);
    return std::nullopt;
  }

  // Those that were signed of what the backup has. They never change.
  Why copy_checkpoints() {
    std::vector<std::string> names;
    std::error_code absent;
    for (const auto& entry : fs::directory_iterator(checkpoints_of(data_.path()), absent)) {
      const std::string name = entry.path().filename().string();
      constexpr std::size_t kDigits = 20;
      const bool is_number =
          name.size() == kDigits && name.find_first_not_of("0123456789") == std::string::npos;
      if (is_number && name <= fmt::format("{:020}", signed_size_)) names.push_back(name);
    }
    std::ranges::sort(names);
    for (const std::string& name : names) {
      const std::string path = fmt::format("{}/{}", backup_folder::kCheckpoints, name);
      const auto sum = copy_checkpoint(checkpoints_of(data_.path()) / name, folder_->path() / path);
      if (!sum) return sum.error().why;
      add(path, *sum);
    }
    return std::nullopt;
  }

  Result<FileSum, CopyFault> copy_checkpoint(const fs::path& from, const fs::path& to) {
    std::error_code ignored;
    if (fs::exists(to, ignored)) {
      const auto own = sum_of_file(from);
      const auto known = sum_of_file(to);
      if (own && known && *own == *known) return own;
    }
    if (auto why = folders_.make_for(to)) return CopyFault{false, *std::move(why)};
    return copy_durably(from, to);
  }

  Why copy_files(const EventLog& image) {
    const auto totals = Queries(image).totals();
    if (!totals) return std::string(describe(totals.error()));
    report_.record.sessions = totals->sessions_created - totals->sessions_purged;
    FilesBefore before(std::move(before_));
    Why why;
    std::uint64_t seen = 0;
    const auto scanned =
        image.views().scan(space::kFiles, "", [&](std::string_view key, std::string_view value) {
          const auto entry = from_bytes<FileEntry>(value);
          Uuid id{};
          if (!entry || key.size() != id.size()) {
            why = "the backup's view of files cannot be read";
            return false;
          }
          std::ranges::copy(key, id.begin());
          if (seen++ % kLookFiles == 0) why = halt();
          if (!why) why = take(FilePlace(FileId(id), entry->day), *entry, before);
          return !why;
        });
    if (why) return why;
    if (!scanned) return std::string(describe(scanned.error()));
    if (before.failed()) return "the manifest of the backup before cannot be read";
    // A read that fails may end a scan early with nothing said.
    if (seen != totals->files_held()) return "the backup's view of files could not be read whole";
    return std::nullopt;
  }

  Why take(const FilePlace& place, const FileEntry& entry, FilesBefore& before) {
    BackupRecord& record = report_.record;
    const std::string path = fmt::format("{}/{}", backup_folder::kFiles, place.path());
    const fs::path target = folder_->path() / path;
    const auto known = before.find(place.file);
    std::error_code ignored;
    if (known && known->name == path && fs::file_size(target, ignored) == known->size) {
      ++record.files;
      record.bytes += known->size;
      manifest_->add(*known);
      return std::nullopt;
    }
    if (auto why = folders_.make_for(target)) return why;
    const auto sum = copy_durably(data_.path() / path, target);
    if (!sum && sum.error().not_there) return note_missing(place.file, path, entry);
    if (!sum) return sum.error().why;
    ++record.files;
    record.bytes += sum->size;
    ++record.copied_files;
    record.copied_bytes += sum->size;
    add(path, *sum);
    return std::nullopt;
  }

  // It was purged since the database was copied; if it was not, that is damage, and is told.
  Why note_missing(const FileId& file, const std::string& path, const FileEntry& entry) {
    const auto now = data_.queries().file(file);
    if (!now) return std::string(describe(now.error()));
    if (*now) {
      ++report_.record.missing;
      manifest_->add({Kind::Missing, path});
    } else if (purged_.insert(entry.session).second) {
      manifest_->add({Kind::Purged, to_string(entry.session)});
    }
    return std::nullopt;
  }

  // ---- after it is there ----------------------------------------------------------
  Why tidy() {
    const std::vector<std::uint32_t> numbers = folder_->numbers();
    const std::uint64_t keep = options_.keep.value_or(numbers.size());
    for (std::size_t i = 0; i + keep < numbers.size(); ++i) {
      if (auto why = folder_->drop(numbers[i])) return why;
      ++report_.dropped;
    }
    if (was_unfinished_ || report_.dropped > 0) {
      if (auto why = folder_->clear()) return why;
    }
    return unfinished_.remove();
  }

  // Why to go no further.
  Why halt() const {
    if (options_.stop != nullptr && *options_.stop) return "the server is shutting down";
    if (device_of(options_.to) != device_of(data_.path())) return std::nullopt;
    if (free_bytes(options_.to) >= data_.vault().reserve_bytes()) return std::nullopt;
    return fmt::format(
        "the disk of {} is that of the data folder, and has no room above the free-space reserve",
        options_.to.string());
  }

  const DataFolder& data_;
  const BackupOptions& options_;
  const MarkerFile unfinished_;
  std::optional<BackupFolder> folder_;
  std::optional<ManifestReader> before_;
  std::optional<ManifestWriter> manifest_;
  FolderMaker folders_{options_.to};
  BackupReport report_;
  Anchor anchor_;
  std::uint64_t signed_size_ = 0;
  std::set<SessionId> purged_;
  bool was_unfinished_ = false;
};

}  // namespace

Result<BackupReport, BackupFault> create_backup(const DataFolder& data,
                                                const BackupOptions& options) {
  return Creation(data, options).run();
}

Result<std::optional<Sha256>, StoreError> identity_of(const EventLog& log) {
  if (log.head().sequence == Sequence(0)) return std::optional<Sha256>();
  const auto first = log.find(Sequence(1));
  if (!first) return first.error();
  if (!*first) return StoreError::Corrupt;
  return std::optional((*first)->leaf);
}

bool lies_in(const fs::path& path, const fs::path& folder) {
  std::error_code ignored;
  const auto canonical = [&](const fs::path& any) {
    return (fs::weakly_canonical(fs::absolute(any, ignored), ignored) / "").string();
  };
  return canonical(path).starts_with(canonical(folder));
}

}  // namespace countersign
