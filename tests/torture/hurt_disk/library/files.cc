#include "tests/torture/hurt_disk/library/files.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>

namespace countersign::torture {
namespace {

DiskFile file_of_log(std::string_view name) {
  if (name.ends_with(".log")) return DiskFile::WriteAheadLog;
  if (name.ends_with(".sst")) return DiskFile::Table;
  if (name.starts_with("MANIFEST")) return DiskFile::Manifest;
  if (name.starts_with("OPTIONS")) return DiskFile::Options;
  if (name.starts_with("CURRENT") || name.ends_with(".dbtmp")) return DiskFile::Current;
  if (name.starts_with("ANCHOR")) return DiskFile::Anchor;
  return DiskFile::Other;
}

// The kind of a file by its path below the folder; docs/operators/install.md lists the paths.
DiskFile file_of(std::string_view path) {
  while (path.ends_with("/.")) path.remove_suffix(2);
  const std::size_t slash = path.find('/');
  const std::string_view part = path.substr(0, slash);
  const std::string_view rest = slash == path.npos ? "" : path.substr(slash + 1);
  if (path.empty() || path == "." || path.ends_with("/..")) return DiskFile::Folder;
  if (part == "log") return rest.empty() ? DiskFile::LogFolder : file_of_log(rest);
  if (part == "checkpoints") return rest.empty() ? DiskFile::Folder : DiskFile::Checkpoint;
  if (part == "keys") return rest.empty() ? DiskFile::Folder : DiskFile::KeySlot;
  if (part == "files") {
    if (rest.starts_with("new/")) return DiskFile::StoredFile;
    return std::count(rest.begin(), rest.end(), '/') == 2 ? DiskFile::StoredFile : DiskFile::Folder;
  }
  if (part.starts_with("PURGING")) return DiskFile::Purging;
  if (part.starts_with("MASTER-KEY-ID")) return DiskFile::MasterKeyId;
  return DiskFile::Other;
}

}  // namespace

std::string path_of_descriptor(int descriptor) {
  char path[4096];
  const std::string link = "/proc/self/fd/" + std::to_string(descriptor);
  const ssize_t size = ::readlink(link.c_str(), path, sizeof(path));
  return size <= 0 ? std::string() : std::string(path, static_cast<std::size_t>(size));
}

std::string path_at(int folder, const char* name) {
  if (name[0] == '/' || folder == AT_FDCWD) return name;
  return path_of_descriptor(folder) + "/" + name;
}

std::optional<std::string_view> below(const BadDiskState& disk, std::string_view path) {
  const std::string_view folder = disk.folder.data();
  if (!path.starts_with(folder)) return std::nullopt;
  path.remove_prefix(folder.size());
  if (path.empty()) return path;
  if (path.front() != '/') return std::nullopt;
  return path.substr(1);
}

std::optional<DiskFile> file_at(const BadDiskState& disk, std::string_view path) {
  const auto found = below(disk, path);
  if (!found) return std::nullopt;
  return file_of(*found);
}

std::uint64_t log_number(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  std::uint64_t number = 0;
  std::from_chars(name.data(), name.data() + name.size(), number);
  return number;
}

}  // namespace countersign::torture
