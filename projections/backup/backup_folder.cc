#include "projections/backup/backup_folder.h"

#include <fmt/format.h>
#include <sys/file.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <iterator>
#include <utility>

#include "core/ids.h"

namespace countersign {
namespace {

namespace fs = std::filesystem;
using backup_folder::kFiles;
using backup_folder::kLog;
using backup_folder::kManifests;
using backup_folder::kMark;
using backup_folder::kUnfinished;

// Format 1 had manifests without the database's files and without signatures. It was never
// released.
constexpr std::string_view kMarkText = "countersign backups 2\n";
constexpr std::size_t kMarkBytesMax = 4096;
constexpr std::string_view kLock = "LOCK";
constexpr std::string_view kFreshSuffix = ".new";

// Returns a sentence, unless the folder is this user's own and is, or has now become, a folder of
// backups.
std::optional<std::string> prepare(const HeldFolder& held) {
  if (auto why = held.refusal_to_write()) return why;
  if (held.kind_of(kMark)) return std::nullopt;
  const auto entries = held.list();
  if (!entries) return entries.error().why;
  for (const HeldFolder::Entry& entry : *entries) {
    if (entry.name == "lost+found") continue;
    return held.path().string() + " is not empty, and is not a folder of backups";
  }
  if (auto failed = held.replace(kMark, kMarkText)) return std::move(failed->why);
  return std::nullopt;
}

std::optional<std::string> check_mark(const HeldFolder& held) {
  const auto text = held.read(kMark, kMarkBytesMax);
  if (!text && text.error().not_there) return held.path().string() + " is not a folder of backups";
  if (!text) return text.error().why;
  if (*text == kMarkText) return std::nullopt;
  return held.path().string() +
         " has backups in a format that this program does not know; use the version that made them";
}

Result<OwnedFd, std::string> lock(const HeldFolder& held, bool writes) {
  auto file = writes ? held.open_or_create(kLock) : held.open_file(kLock);
  if (!file) return file.error().why;
  if (::flock(file->get(), (writes ? LOCK_EX : LOCK_SH) | LOCK_NB) == 0) return *std::move(file);
  if (errno != EWOULDBLOCK) {
    return fmt::format("cannot lock {}: {}", (held.path() / kLock).string(), std::strerror(errno));
  }
  return fmt::format("{} is in use: a backup is being made, verified or restored there",
                     held.path().string());
}

// The ids of files that some manifest names, sorted.
Result<std::vector<FileId>, std::string> named_files(const BackupFolder& folder,
                                                     const GivenUp& given_up) {
  std::vector<FileId> named;
  const auto numbers = folder.numbers();
  if (!numbers) return numbers.error();
  for (const std::uint32_t number : *numbers) {
    auto manifest = folder.manifest(number, given_up);
    if (!manifest) return manifest.error();
    if (given_up()) return std::string(kBackupGivenUp);
    const auto known = static_cast<std::ptrdiff_t>(named.size());
    while (const auto entry = manifest->next()) {
      const auto* const place = std::get_if<FilePlace>(&entry->name);
      if (entry->kind != ManifestEntry::Kind::File || place == nullptr) continue;
      if (!std::binary_search(named.begin(), named.begin() + known, place->file)) {
        named.push_back(place->file);
      }
    }
    if (manifest->failed()) {
      return "cannot read " + (folder.path() / BackupFolder::manifest_of(number)).string();
    }
    std::ranges::sort(named);
  }
  return named;
}

// The place of a vault file within the backups; also for an unfinished copy.
std::optional<FilePlace> place_of(std::string_view name) {
  if (name.ends_with(kFreshSuffix)) name.remove_suffix(kFreshSuffix.size());
  const auto parsed = parse_backup_name(name);
  const auto* const place = parsed ? std::get_if<FilePlace>(&*parsed) : nullptr;
  if (place == nullptr) return std::nullopt;
  return *place;
}

// Checks that RocksDB will find only files and folders there, and will follow no name out of the
// folder.
std::optional<std::string> wrong_with_databases(const HeldFolder& held, bool writes) {
  std::optional<std::string> why;
  std::vector<std::string> folders;
  auto failed = held.walk(kLog, [&](const std::string& name, HeldFolder::Kind kind) {
    if (kind == HeldFolder::Kind::Folder) {
      folders.push_back(name);
    } else if (kind != HeldFolder::Kind::File && !why) {
      why = fmt::format("{} is neither a regular file nor a folder", (held.path() / name).string());
    }
  });
  if (failed) return std::move(failed->why);
  if (writes && held.kind_of(kLog)) folders.emplace_back(kLog);
  for (const std::string& folder : folders) {
    if (!why && writes) why = held.refusal_to_write(folder);
  }
  return why;
}

std::optional<std::string> wrong_with_descriptions(const HeldFolder& held) {
  const std::string folder = fmt::format("{}/meta", kLog);
  const auto entries = held.list(folder);
  if (!entries && entries.error().not_there) return std::nullopt;
  if (!entries) return entries.error().why;
  for (const HeldFolder::Entry& entry : *entries) {
    const std::string name = folder + "/" + entry.name;
    const auto parsed = parse_backup_name(name);
    if (!parsed) continue;  // RocksDB ignores it
    const auto text = held.read(name, kDescriptionBytesMax);
    if (!text) return text.error().why;
    const auto files = parse_database_description(*text, std::get<DatabaseFile>(*parsed).backup);
    if (!files) return fmt::format("{}: {}", (held.path() / name).string(), files.error());
  }
  return std::nullopt;
}

// The parts of the folder by number, each list sorted.
struct Parts {
  std::vector<std::uint32_t> manifests;
  std::vector<std::uint32_t> begun;     // manifests that were not written to their end
  std::vector<std::uint32_t> nameless;  // databases without a manifest
  bool has_files = false;               // whether the vault's files are there
  std::optional<std::uint32_t> before;  // the number in UNFINISHED

  std::uint32_t newest() const { return manifests.empty() ? 0 : manifests.back(); }
};

// Why manifests were lost, if they were, in a folder without UNFINISHED.
std::optional<std::string> lost_without_mark(const Parts& parts) {
  if (!parts.nameless.empty()) return "the database of a finished backup has no manifest";
  if (parts.manifests.empty() && parts.has_files)
    return "there are stored files, and no manifest names them";
  return std::nullopt;
}

// The same if UNFINISHED has no number. A backup in progress begins its manifest after it has its
// database, and before it copies files.
std::optional<std::string> lost_beside_empty_mark(const Parts& parts) {
  if (parts.nameless.empty()) {
    const bool lost = parts.manifests.empty() && parts.begun.empty() && parts.has_files;
    if (lost) return "there are stored files, and no manifest names them";
    return std::nullopt;
  }
  const std::uint32_t number = parts.nameless.front();
  if (number > parts.newest() && std::ranges::binary_search(parts.begun, number)) {
    return std::nullopt;
  }
  return fmt::format(
      "the manifest of backup {} is missing, and {}, which an earlier version wrote, does not say "
      "that this backup was unfinished (if it was, write {} into that file)",
      number,
      kUnfinished,
      parts.newest());
}

// The same if UNFINISHED exists. An unfinished backup leaves at most one database without a
// manifest: its own, the newest, or, once it has its manifest, the oldest, which it was dropping.
// The next backup begins by clearing that away.
std::optional<std::string> lost_beside_mark(const Parts& parts) {
  if (parts.nameless.size() > 1) return "more than one database has no manifest";
  if (!parts.before) return lost_beside_empty_mark(parts);
  if (parts.newest() < *parts.before) {
    return fmt::format("the manifest of backup {} is missing, and there is no newer one",
                       *parts.before);
  }
  if (parts.nameless.empty()) return std::nullopt;
  const std::uint32_t number = parts.nameless.front();
  const bool was_made = parts.newest() == *parts.before && number > parts.newest();
  const bool was_dropped = parts.newest() > *parts.before && number < parts.manifests.front();
  if (was_made || was_dropped) return std::nullopt;
  return fmt::format("the manifest of backup {} is missing", number);
}

}  // namespace

std::optional<fs::path> holder_of(const fs::path& path, std::string_view name) {
  std::error_code ignored;
  fs::path folder = fs::weakly_canonical(fs::absolute(path, ignored), ignored);
  for (;;) {
    if (fs::exists(folder / name, ignored)) return folder;
    const fs::path parent = folder.parent_path();
    if (parent == folder) return std::nullopt;
    folder = parent;
  }
}

Result<BackupFolder, std::string> BackupFolder::open(fs::path path, Access access) {
  const bool writes = access == Access::Write;
  std::error_code failed;
  path = fs::absolute(path, failed);  // RocksDB opens absolute paths only
  if (failed) return fmt::format("cannot find {}: {}", path.string(), failed.message());
  auto held = writes ? HeldFolder::make(std::move(path)) : HeldFolder::open(std::move(path));
  if (!held) return held.error().why;
  if (writes) {
    if (auto why = prepare(*held)) return *std::move(why);
  }
  if (auto why = check_mark(*held)) return *std::move(why);
  auto locked = lock(*held, writes);
  if (!locked) return locked.error();
  BackupFolder folder(*std::move(held), *std::move(locked), access);
  if (!writes) return folder;
  if (auto fault = folder.held_.make_folders(kManifests)) return std::move(fault->why);
  if (auto why = folder.open_log()) return *std::move(why);
  return folder;
}

std::optional<std::string> BackupFolder::open_log() {
  if (auto why = wrong_with_databases(held_, access_ == Access::Write)) return why;
  if (auto why = wrong_with_descriptions(held_)) return why;
  // Opened by the descriptor, so that whoever may rename a folder above cannot replace this folder.
  auto log = LogBackups::open(held_.pinned_path() / kLog, path() / kLog, access_);
  if (!log) return log.error();
  log_ = *std::move(log);
  return std::nullopt;
}

Result<std::vector<std::uint32_t>, std::string> BackupFolder::numbers() const {
  return numbers_with("");
}

Result<std::vector<std::uint32_t>, std::string> BackupFolder::numbers_with(
    std::string_view suffix) const {
  std::vector<std::uint32_t> numbers;
  const auto entries = held_.list(kManifests);
  if (!entries && entries.error().not_there) return numbers;
  if (!entries) return entries.error().why;
  for (const HeldFolder::Entry& entry : *entries) {
    std::uint32_t number = 0;
    const std::string& name = entry.name;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
    if (error == std::errc() && fmt::format("{}{}", manifest_of(number), suffix) ==
                                    fmt::format("{}/{}", kManifests, name)) {
      numbers.push_back(number);
    }
  }
  std::ranges::sort(numbers);
  return numbers;
}

std::string BackupFolder::manifest_of(std::uint32_t number) {
  return fmt::format("{}/{:010}", kManifests, number);
}

Result<ManifestReader, std::string> BackupFolder::manifest(std::optional<std::uint32_t> number,
                                                           const GivenUp& given_up) const {
  const auto all = numbers();
  if (!all) return all.error();
  if (all->empty()) return "there is no backup in " + path().string();
  if (number && !std::ranges::binary_search(*all, *number)) {
    return fmt::format("there is no backup {} in {}", *number, path().string());
  }
  const std::uint32_t wanted = number.value_or(all->back());
  auto manifest = ManifestReader::open(held_, manifest_of(wanted), given_up);
  if (!manifest || manifest->record().number == wanted) return manifest;
  return (path() / manifest_of(wanted)).string() + " is the manifest of another backup";
}

bool BackupFolder::is_unfinished() const { return held_.kind_of(kUnfinished).has_value(); }

std::optional<std::string> BackupFolder::mark_unfinished() {
  const auto known = numbers();
  if (!known) return known.error();
  const std::string newest = fmt::format("{}\n", known->empty() ? 0 : known->back());
  if (auto failed = held_.replace(kUnfinished, newest)) return std::move(failed->why);
  return std::nullopt;
}

std::optional<std::string> BackupFolder::unmark_unfinished() {
  if (auto failed = held_.remove(kUnfinished)) return std::move(failed->why);
  if (auto failed = held_.sync()) return std::move(failed->why);
  return std::nullopt;
}

Result<std::optional<std::uint32_t>, std::string> BackupFolder::newest_before() const {
  const auto text = held_.read(kUnfinished, kMarkBytesMax);
  if (!text) return text.error().why;
  std::uint32_t number = 0;
  std::from_chars(text->data(), text->data() + text->size(), number);
  if (*text != fmt::format("{}\n", number)) return std::optional<std::uint32_t>();
  return std::optional(number);
}

std::optional<std::string> BackupFolder::lost_parts() const {
  Parts parts;
  auto known = numbers();
  if (!known) return known.error();
  parts.manifests = *std::move(known);
  auto begun = numbers_with(kFreshSuffix);
  if (!begun) return begun.error();
  parts.begun = *std::move(begun);
  const std::vector<std::uint32_t> databases = log_->numbers();
  for (const std::uint32_t number : parts.manifests) {
    if (std::ranges::binary_search(databases, number)) continue;
    return fmt::format(
        "{} has lost databases: that of backup {} is missing or damaged; put back {}, or begin "
        "another folder of backups",
        path().string(),
        number,
        (path() / kLog).string());
  }
  std::ranges::set_difference(databases, parts.manifests, std::back_inserter(parts.nameless));
  const auto files = held_.list(kFiles);
  if (!files && !files.error().not_there) return files.error().why;
  parts.has_files = files && !files->empty();
  if (is_unfinished()) {
    const auto before = newest_before();
    if (!before) return before.error();
    parts.before = *before;
  }
  const auto why = is_unfinished() ? lost_beside_mark(parts) : lost_without_mark(parts);
  if (!why) return std::nullopt;
  return fmt::format("{} has lost manifests: {}; put back {}, or begin another folder of backups",
                     path().string(),
                     *why,
                     (path() / kManifests).string());
}

std::optional<std::string> BackupFolder::drop(std::uint32_t number) {
  if (auto failed = held_.remove(manifest_of(number))) return std::move(failed->why);
  if (auto failed = held_.sync(kManifests)) return std::move(failed->why);
  return log_->remove(number);
}

std::optional<std::string> BackupFolder::clear_log() {
  const auto known = numbers();
  if (!known) return known.error();
  for (const std::uint32_t number : log_->numbers()) {
    if (std::ranges::binary_search(*known, number)) continue;
    if (auto error = log_->remove(number)) return error;
  }
  return std::nullopt;
}

std::optional<std::string> BackupFolder::clear(const GivenUp& given_up) {
  if (auto error = clear_log()) return error;
  if (auto error = log_->clear()) return error;
  const auto named = named_files(*this, given_up);
  if (!named) return named.error();
  std::vector<std::string> unnamed;
  auto failed = held_.walk(kFiles, [&](const std::string& name, HeldFolder::Kind kind) {
    const auto place = place_of(name);
    if (kind != HeldFolder::Kind::File || !place) return;
    const bool unfinished = name.ends_with(kFreshSuffix);
    if (unfinished || !std::ranges::binary_search(*named, place->file)) unnamed.push_back(name);
  });
  if (failed) return std::move(failed->why);
  for (const std::string& name : unnamed) {
    if (given_up()) return std::string(kBackupGivenUp);
    if (auto fault = held_.remove(name)) return std::move(fault->why);
    const std::string bucket = name.substr(0, name.rfind('/'));
    if (held_.remove_empty_folder(bucket)) {
      (void)held_.remove_empty_folder(bucket.substr(0, bucket.rfind('/')));
    }
  }
  return std::nullopt;
}

}  // namespace countersign
