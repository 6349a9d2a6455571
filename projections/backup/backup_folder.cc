#include "projections/backup/backup_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <utility>

#include "core/ids.h"
#include "projections/marker_file.h"

namespace countersign {
namespace {

namespace fs = std::filesystem;
using backup_folder::kCheckpoints;
using backup_folder::kFiles;
using backup_folder::kManifests;
using backup_folder::kMark;

constexpr std::string_view kMarkText = "countersign backups 1\n";

std::optional<std::string> make(const fs::path& path) {
  std::error_code error;
  if (fs::exists(path / kMark, error)) return std::nullopt;
  if (fs::exists(path, error)) {
    if (!fs::is_directory(path, error)) return path.string() + " is no folder";
    for (const auto& entry : fs::directory_iterator(path, error)) {
      if (entry.path().filename() == "lost+found") continue;
      return path.string() + " is not empty, and is no folder of backups";
    }
  } else if (fs::create_directories(path, error)) {
    fs::permissions(path, fs::perms::owner_all, error);
  }
  if (error) return fmt::format("cannot use {}: {}", path.string(), error.message());
  return MarkerFile(path / kMark).write(kMarkText);
}

std::optional<std::string> check_mark(const fs::path& path) {
  const auto text = MarkerFile(path / kMark).read();
  if (!text) return text.error();
  if (!*text) return path.string() + " is no folder of backups";
  if (**text == kMarkText) return std::nullopt;
  return path.string() + " holds backups of a format that this program does not know";
}

Result<OwnedFd, std::string> lock(const fs::path& path, bool writes) {
  const fs::path file = path / "LOCK";
  OwnedFd held(writes ? ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR)
                      : ::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  if (!held) return fmt::format("cannot open {}: {}", file.string(), std::strerror(errno));
  if (::flock(held.get(), (writes ? LOCK_EX : LOCK_SH) | LOCK_NB) == 0) return held;
  if (errno != EWOULDBLOCK) {
    return fmt::format("cannot lock {}: {}", file.string(), std::strerror(errno));
  }
  return fmt::format("{} is in use: a backup is being made, verified or restored there",
                     path.string());
}

// The ids of files that some manifest names, sorted.
Result<std::vector<Uuid>, std::string> named_files(const BackupFolder& folder) {
  std::vector<Uuid> named;
  for (const std::uint32_t number : folder.numbers()) {
    auto manifest = folder.manifest(number);
    if (!manifest) return manifest.error();
    const auto known = static_cast<std::ptrdiff_t>(named.size());
    while (const auto entry = manifest->next()) {
      if (entry->kind != ManifestEntry::Kind::File || !entry->name.starts_with(kFiles)) continue;
      const auto id = parse_uuid(fs::path(entry->name).filename().string());
      if (id && !std::binary_search(named.begin(), named.begin() + known, *id)) {
        named.push_back(*id);
      }
    }
    if (manifest->failed()) return "cannot read " + folder.manifest_of(number).string();
    std::ranges::sort(named);
  }
  return named;
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
  path = fs::absolute(path, failed);  // RocksDB opens nothing else
  if (failed) return fmt::format("cannot find {}: {}", path.string(), failed.message());
  if (writes) {
    if (auto error = make(path)) return *std::move(error);
  }
  if (auto error = check_mark(path)) return *std::move(error);
  auto held = lock(path, writes);
  if (!held) return held.error();
  if (writes) fs::create_directories(path / kManifests, failed);
  if (failed) return fmt::format("cannot write {}: {}", path.string(), failed.message());
  auto log = LogBackups::open(path / "log", access);
  if (!log) return log.error();
  return BackupFolder(std::move(path), *std::move(held), *std::move(log));
}

std::vector<std::uint32_t> BackupFolder::numbers() const {
  std::vector<std::uint32_t> numbers;
  std::error_code absent;
  for (const auto& entry : fs::directory_iterator(path_ / kManifests, absent)) {
    const std::string name = entry.path().filename().string();
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
    if (error == std::errc() && manifest_of(number) == entry.path()) numbers.push_back(number);
  }
  std::ranges::sort(numbers);
  return numbers;
}

fs::path BackupFolder::manifest_of(std::uint32_t number) const {
  return path_ / kManifests / fmt::format("{:010}", number);
}

Result<ManifestReader, std::string> BackupFolder::manifest(
    std::optional<std::uint32_t> number) const {
  const std::vector<std::uint32_t> all = numbers();
  if (all.empty()) return "there is no backup in " + path_.string();
  if (number && !std::ranges::binary_search(all, *number)) {
    return fmt::format("there is no backup {} in {}", *number, path_.string());
  }
  auto manifest = ManifestReader::open(manifest_of(number.value_or(all.back())));
  if (!manifest || manifest->record().number == number.value_or(all.back())) return manifest;
  return manifest_of(number.value_or(all.back())).string() + " is of another backup";
}

std::optional<std::string> BackupFolder::drop(std::uint32_t number) {
  if (auto error = MarkerFile(manifest_of(number)).remove()) return error;
  return log_->remove(number);
}

std::optional<std::string> BackupFolder::clear_log() {
  const std::vector<std::uint32_t> known = numbers();
  for (const std::uint32_t number : log_->numbers()) {
    if (std::ranges::binary_search(known, number)) continue;
    if (auto error = log_->remove(number)) return error;
  }
  return std::nullopt;
}

std::optional<std::string> BackupFolder::clear() {
  if (auto error = clear_log()) return error;
  if (auto error = log_->clear()) return error;
  const auto named = named_files(*this);
  if (!named) return named.error();
  std::error_code error;
  std::vector<fs::path> unnamed;
  for (auto at = fs::recursive_directory_iterator(path_ / kFiles, error);
       !error && at != fs::recursive_directory_iterator();
       at.increment(error)) {
    if (at->is_directory()) continue;
    const auto id = parse_uuid(at->path().filename().string());
    if (!id || !std::ranges::binary_search(*named, *id)) unnamed.push_back(at->path());
  }
  if (error && error != std::errc::no_such_file_or_directory) {
    return fmt::format("cannot list {}: {}", (path_ / kFiles).string(), error.message());
  }
  for (const fs::path& path : unnamed) {
    if (::unlink(path.c_str()) != 0) {
      return fmt::format("cannot remove {}: {}", path.string(), std::strerror(errno));
    }
    // Only an empty folder lets itself be removed.
    if (::rmdir(path.parent_path().c_str()) == 0) ::rmdir(path.parent_path().parent_path().c_str());
  }
  return std::nullopt;
}

}  // namespace countersign
