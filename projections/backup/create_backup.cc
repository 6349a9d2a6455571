#include "projections/backup/create_backup.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "core/machine/files/atomic_file.h"
#include "core/machine/files/free_bytes.h"
#include "events/crypto/sha256.h"
#include "events/vault/files/frame.h"
#include "projections/backup/backup_folder.h"
#include "projections/backup/file_copy.h"
#include "projections/backup/files_before.h"
#include "projections/backup/places.h"
#include "projections/fold/record_bytes.h"
#include "projections/views/session/files.h"

namespace countersign {
namespace {

namespace fs = std::filesystem;
using Why = std::optional<std::string>;
using EntryKind = ManifestEntry::Kind;

// Free space is checked once per this many files.
constexpr std::uint64_t kLookFiles = 16;

class Creation {
 public:
  Creation(const DataFolder& data, const BackupOptions& options) : data_(data), options_(options) {}

  Result<BackupReport, BackupFault> run() {
    if (auto why = refusal()) return BackupFault{true, *std::move(why)};
    auto opened = BackupFolder::open(options_.to, BackupFolder::Access::Write);
    if (!opened) return BackupFault{true, opened.error()};
    folder_.emplace(*std::move(opened));
    folders_.emplace(folder_->held());
    if (auto why = look_at_newest()) {
      return BackupFault{!options_.given_up(), *std::move(why)};
    }
    if (auto why = make()) return BackupFault{false, *std::move(why)};
    if (auto why = tidy()) {
      return BackupFault{
          false,
          fmt::format("backup {} was made, but older backups could not be removed: {}",
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
      return fmt::format("{} lies in the data folder, or contains it", to.string());
    }
    if (const auto holder = holder_of(to, "MASTER-KEY-ID")) {
      return fmt::format("{} has keys, or is a data folder; back up into another one",
                         holder->string());
    }
    if (const auto holder = holder_of(to, backup_folder::kMark)) {
      std::error_code ignored;
      if (*holder != fs::weakly_canonical(fs::absolute(to, ignored), ignored)) {
        return fmt::format("{} lies in another folder of backups", to.string());
      }
    }
    const auto log = identity_of(data_.log());
    if (!log) return fmt::format("the log cannot be read: {}", describe(log.error()));
    if (!*log) return "the log is empty: there is nothing to back up yet";
    report_.record.log = **log;
    return std::nullopt;
  }

  // Checks that the existing backups are of this log, and of its past.
  Why look_at_newest() {
    if (auto why = folder_->lost_parts()) return why;
    const auto numbers = folder_->numbers();
    if (!numbers) return numbers.error();
    if (numbers->empty()) return std::nullopt;
    newest_ = numbers->back();
    auto readable = survey_manifests(*folder_, 1, options_.given_up);
    if (!readable) return readable.error();
    if (!readable->newest) {
      return fmt::format(
          "no manifest in {} can be read, so nothing says of which log these backups are ({}); put "
          "back {}, or begin another folder of backups",
          options_.to.string(),
          readable->damaged.back().why,
          (options_.to / readable->damaged.back().file).string());
    }
    report_.damaged = std::move(readable->damaged);
    ManifestReader manifest = *std::move(readable->newest);
    const BackupRecord& newest = manifest.record();
    if (newest.log != report_.record.log) {
      return options_.to.string() + " has backups of another log; choose another folder";
    }
    const auto event = data_.log().find(newest.sequence);
    if (!event) return fmt::format("the log cannot be read: {}", describe(event.error()));
    if (!*event || (*event)->leaf != newest.leaf) {
      return fmt::format(
          "the newest backup in {} has event {}, which this log {}: the log was rolled back; back "
          "it up into another folder",
          options_.to.string(),
          newest.sequence.value(),
          *event ? "has with other content" : "does not have");
    }
    // The new manifest repeats what this one says of its files, under this log's signature.
    const CheckpointKeeper* const keeper = data_.checkpoints();
    const Why unsigned_one = keeper != nullptr ? manifest.refusal(keeper->verifier()) : Why();
    if (unsigned_one) {
      return fmt::format(
          "the newest backup in {} was not made by this log, or somebody has changed it: {}; make "
          "the next backup into another folder",
          options_.to.string(),
          *unsigned_one);
    }
    before_.emplace(std::move(manifest));
    return std::nullopt;
  }

  // ---- making the backup ----------------------------------------------------------
  Why make() {
    was_unfinished_ = folder_->is_unfinished();
    // In this order: until now the earlier UNFINISHED explains the database that is cleared away.
    if (auto why = folder_->clear_log()) return why;
    if (auto why = folder_->mark_unfinished()) return why;
    if (auto why = copy_log()) {
      // Without a manifest there is no backup: its database is removed now, or by the next backup.
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
    FairMutex& erasures = data_.erasure().turn();
    if (!erasures.lock_unless(options_.given_up)) return std::string(kBackupGivenUp);
    const FairMutexLock turn(erasures, FairMutexLock::Taken{});
    record.at = data_.clock().now();
    const auto purging = AtomicFile(data_.path() / "PURGING").read();
    if (!purging) return purging.error();
    if (*purging) record.purging = without_members(**purging);
    const auto key_id = AtomicFile(data_.path() / "MASTER-KEY-ID").read();
    if (!key_id) return key_id.error();
    record.master_key_id = key_id->value_or("");
    // Before the database is copied, so that the backup has everything that this checkpoint covers.
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
    if (*number > newest_) return std::nullopt;
    return fmt::format("{} has lost databases: backup {} would follow backup {}",
                       options_.to.string(),
                       *number,
                       newest_);
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
    auto manifest =
        ManifestWriter::create(folder_->held(), BackupFolder::manifest_of(record.number));
    if (!manifest) return manifest.error();
    manifest_.emplace(*std::move(manifest));
    FilesBefore before(std::move(before_));
    if (auto why = copy_checkpoints()) return why;
    if (auto why = add_log(before)) return why;
    if (auto why = copy_files(image, before)) return why;
    for (const SessionId& session : purged_) {
      manifest_->add({.kind = EntryKind::Purged, .session = session});
    }
    if (auto why = folders_->sync()) return why;
    return manifest_->finish(record, signing());
  }

  ManifestWriter::Sign signing() const {
    const CheckpointKeeper* const keeper = data_.checkpoints();
    if (keeper == nullptr) return {};
    return [keeper](std::string_view text) { return keeper->sign_text(text); };
  }

  void add(BackupName name, const FileSum& sum) {
    manifest_->add(
        {.kind = EntryKind::File, .name = std::move(name), .size = sum.size, .sha256 = sum.sha256});
  }

  // Adds the files of the database, which RocksDB has copied. A table that the previous backup has
  // exists once, and is not read again.
  Why add_log(const FilesBefore& before) {
    const DatabaseFile description = description_of_database(report_.record.number);
    const std::string name = to_text(BackupName(description));
    const auto text = folder_->held().read(name, kDescriptionBytesMax);
    if (!text) return text.error().why;
    const auto files = parse_database_description(*text, report_.record.number);
    if (!files) return fmt::format("{}: {}", (folder_->path() / name).string(), files.error());
    add(description, {text->size(), sha256(*text)});
    for (const DatabaseFile& file : *files) {
      if (auto why = halt()) return why;
      if (auto why = add_of_database(file, before)) return why;
    }
    return std::nullopt;
  }

  Why add_of_database(const DatabaseFile& file, const FilesBefore& before) {
    const std::string name = to_text(BackupName(file));
    const auto known = before.find(name);
    if (known && folder_->held().size_of(name) == known->size) {
      manifest_->add(*known);
      return std::nullopt;
    }
    const auto source = SourceFile::open(folder_->held(), name);
    if (!source) return source.error().why;
    if (auto why = folder_->log().damage_of_table(file.path)) {
      return fmt::format(
          "{}, so a new backup would be damaged too; restore the newest backup; the older ones "
          "stay as they are",
          *why);
    }
    const auto sum = source->sum();
    if (!sum) return sum.error().why;
    add(file, *sum);
    return std::nullopt;
  }

  // Copies the checkpoints that were signed for events of the backup. Checkpoints never change.
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
      if (auto why = gave_up()) return why;
      const auto parsed = parse_backup_name("checkpoints/" + name);
      if (!parsed) continue;  // larger than any 64-bit number
      const auto sum = copy_checkpoint(checkpoints_of(data_.path()) / name, to_text(*parsed));
      if (!sum) return sum.error().why;
      add(*parsed, *sum);
    }
    return std::nullopt;
  }

  Result<FileSum, CopyFault> copy_checkpoint(const fs::path& from, const std::string& name) {
    if (const auto known = SourceFile::open(folder_->held(), name)) {
      const auto source = SourceFile::open_own(from);
      auto own = source ? source->sum() : source.error();
      // The existing copy may be anybody's; a copy of another size is not read.
      if (own && known->sum(*own)) return own;
    }
    if (auto why = folders_->make_for(name)) return CopyFault{false, *std::move(why)};
    const auto source = SourceFile::open_own(from);
    if (!source) return source.error();
    return source->copy_durably(folder_->held(), name);
  }

  Why copy_files(const EventLog& image, FilesBefore& before) {
    const auto totals = Queries(image, image.views()).totals();
    if (!totals) return fmt::format("the views cannot be read: {}", describe(totals.error()));
    report_.record.sessions = totals->sessions_created - totals->sessions_purged;
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
          why = seen++ % kLookFiles == 0 ? halt() : gave_up();
          if (!why) why = take(FilePlace(FileId(id), entry->day), *entry, before);
          return !why;
        });
    if (why) return why;
    if (!scanned) return fmt::format("the views cannot be read: {}", describe(scanned.error()));
    if (before.failed()) return "the manifest of the previous backup cannot be read";
    // A failed read may end a scan early without an error.
    if (seen != totals->vault_files_held()) return "the backup's view of files ends early";
    return std::nullopt;
  }

  Why take(const FilePlace& place, const FileEntry& entry, FilesBefore& before) {
    BackupRecord& record = report_.record;
    const std::string name = to_text(BackupName(place));
    const auto known = before.find(place.file);
    if (known && to_text(known->name) == name && folder_->held().size_of(name) == known->size) {
      ++record.files;
      record.bytes += known->size;
      manifest_->add(*known);
      return std::nullopt;
    }
    auto file = data_.vault().store().open_for_reading(place, {0, disk_bytes(entry.size_bytes)});
    if (!file && file.error() == VaultError::NotFound) return note_missing(place, entry);
    if (!file) return fmt::format("cannot read {}: {}", name, name_of(file.error()));
    const SourceFile source(*std::move(file), name);
    const auto size = source.size();
    if (!size) return size.error().why;
    if (*size != disk_bytes(entry.size_bytes)) return note_missing(place, entry);
    if (auto why = folders_->make_for(name)) return why;
    const auto sum = source.copy_durably(folder_->held(), name);
    if (!sum) return sum.error().why;
    ++record.files;
    record.bytes += sum->size;
    ++record.copied_files;
    record.copied_bytes += sum->size;
    add(place, *sum);
    return std::nullopt;
  }

  // The file is missing or cut. Unless it was purged since the database was copied, it is damaged.
  Why note_missing(const FilePlace& place, const FileEntry& entry) {
    const auto now = data_.queries().file(place.file);
    if (!now) return fmt::format("the view of files cannot be read: {}", describe(now.error()));
    if (*now) {
      ++report_.record.missing;
      manifest_->add({.kind = EntryKind::Missing, .name = place});
    } else {
      purged_.insert(entry.session);
    }
    return std::nullopt;
  }

  // ---- after the manifest ---------------------------------------------------------
  Why tidy() {
    if (options_.keep) {
      if (auto why = drop_older(std::max<std::uint64_t>(*options_.keep, 1))) return why;
    }
    // A file that only a damaged manifest names would look as if no manifest named it.
    if (report_.damaged.empty() && (was_unfinished_ || report_.dropped > 0)) {
      if (auto why = folder_->clear(options_.given_up)) return why;
    }
    return folder_->unmark_unfinished();
  }

  // Keeps that many backups whose manifests can be read, and what is newer than the oldest of them.
  Why drop_older(std::uint64_t keep) {
    auto kept = survey_manifests(*folder_, keep, options_.given_up);
    if (!kept) return kept.error();
    report_.damaged = std::move(kept->damaged);
    if (kept->records.size() < keep) return std::nullopt;
    const std::uint32_t oldest = kept->records.front().number;
    const auto numbers = folder_->numbers();
    if (!numbers) return numbers.error();
    for (const std::uint32_t number : *numbers) {
      if (number >= oldest) break;
      if (auto why = gave_up()) return why;
      if (auto why = folder_->drop(number)) return why;
      ++report_.dropped;
    }
    return std::nullopt;
  }

  Why gave_up() const {
    return options_.given_up() ? Why(std::string(kBackupGivenUp)) : std::nullopt;
  }

  // Why the backup must stop; empty to continue.
  Why halt() const {
    if (auto why = gave_up()) return why;
    if (!share_a_disk(options_.to, data_.path())) return std::nullopt;
    if (free_bytes(options_.to) >= data_.vault().reserve_bytes()) return std::nullopt;
    return fmt::format(
        "the disk of {} is the data folder's; free some space: it has none above --reserve-bytes",
        options_.to.string());
  }

  const DataFolder& data_;
  const BackupOptions& options_;
  std::optional<BackupFolder> folder_;
  std::optional<ManifestReader> before_;
  std::optional<ManifestWriter> manifest_;
  std::optional<FolderMaker> folders_;
  BackupReport report_;
  Anchor anchor_;
  std::uint64_t signed_size_ = 0;
  std::uint32_t newest_ = 0;  // number of the previous backup; 0: there is none
  std::set<SessionId> purged_;
  bool was_unfinished_ = false;
};

}  // namespace

Result<BackupReport, BackupFault> create_backup(const DataFolder& data,
                                                const BackupOptions& options) {
  return Creation(data, options).run();
}

Result<std::optional<Sha256>, StoreError> identity_of(const EventStore& log) {
  if (log.head().sequence == Sequence(0)) return std::optional<Sha256>();
  const auto first = log.find(Sequence(1));
  if (!first) return first.error();
  if (!*first) return StoreError::Corrupt;
  return std::optional((*first)->leaf);
}

}  // namespace countersign
