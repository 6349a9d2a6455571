#include "events/vault/file_place.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "core/ascii.h"
#include "core/check.h"

namespace countersign {
namespace {

constexpr std::size_t kNodeNameMost = 32;

bool is_node_name(std::string_view name) {
  return !name.empty() && name.size() <= kNodeNameMost &&
         std::ranges::all_of(name, [](char c) { return is_digit(c) || (c >= 'a' && c <= 'z'); });
}

bool is_bucket(std::string_view name) {
  return name.size() == 2 && std::all_of(name.begin(), name.end(), is_hex_digit);
}

struct Name {
  std::string name;
  unsigned char type = DT_UNKNOWN;
};

// Returns the names in a folder; an empty list if the path does not exist or is not a folder.
Result<std::vector<Name>, VaultError> names_in(int root, const std::string& path) {
  std::vector<Name> names;
  const int descriptor = ::openat(root, path.c_str(), kOpenFolder);
  if (descriptor < 0) {
    if (errno == ENOENT || errno == ENOTDIR || errno == ELOOP) return names;
    return error_of_errno();
  }
  ::DIR* const folder = ::fdopendir(descriptor);
  check(folder != nullptr, "the system opens a stream of the names in a vault folder");
  errno = 0;
  // NOLINTNEXTLINE(concurrency-mt-unsafe): the stream is local to the function
  while (const ::dirent* entry = ::readdir(folder)) {
    names.push_back({entry->d_name, entry->d_type});
    errno = 0;
  }
  const std::optional<VaultError> error =
      errno == 0 ? std::nullopt : std::optional(error_of_errno());
  ::closedir(folder);
  if (error) return *error;
  return names;
}

std::optional<FilePlace> place_of(const std::string& day,
                                  const std::string& bucket,
                                  const std::string& name) {
  const std::optional<Uuid> id = parse_uuid(name);
  if (!id) return std::nullopt;
  FilePlace place(FileId(*id), day);
  if (place.bucket != bucket || place.name != name) return std::nullopt;
  return place;
}

Result<std::vector<std::string>, VaultError> names_that(int root,
                                                        const std::string& path,
                                                        bool (*is_wanted)(std::string_view)) {
  auto names = names_in(root, path);
  if (!names) return names.error();
  std::vector<std::string> wanted;
  for (Name& each : *names) {
    if (is_wanted(each.name)) wanted.push_back(std::move(each.name));
  }
  std::ranges::sort(wanted);
  return wanted;
}

}  // namespace

VaultError error_of_errno() {
  switch (errno) {
    case ENOENT:
      return VaultError::NotFound;
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
      return VaultError::Full;
    default:
      return VaultError::Io;
  }
}

bool is_vault_day(std::string_view name) {
  return name.size() == 8 && std::all_of(name.begin(), name.end(), is_digit);
}

FilePlace::FilePlace(const FileId& id, std::string day_folder)
    : file(id), day(std::move(day_folder)), name(to_string(id)) {
  // The day becomes part of a path, so no other text may be accepted.
  check(is_vault_day(day), "a day of the vault is eight digits");
  bucket = name.substr(0, 2);
}

std::optional<UtcTime> time_of(const FileId& file) {
  const Uuid& uuid = file.value();
  if (uuid[6] >> 4 != 7) return std::nullopt;
  std::int64_t ms = 0;
  for (std::size_t i = 0; i < 6; ++i) ms = ms << 8 | uuid[i];
  return UtcTime(ms * 1000);
}

std::optional<FilePlace> place_of_new_name(const std::string& name) {
  const std::size_t dot = name.find('.');
  if (dot == std::string::npos || !is_vault_day(std::string_view(name).substr(0, dot))) {
    return std::nullopt;
  }
  const std::string file = name.substr(dot + 1);
  return place_of(name.substr(0, dot), file.substr(0, 2), file);
}

std::optional<::mode_t> mode_of_file(int folder, const std::string& path) {
  struct ::stat status {};
  const int failed = ::fstatat(folder, path.c_str(), &status, AT_SYMLINK_NOFOLLOW);
  if (failed != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  return status.st_mode;
}

std::string bucket_path_of(const std::string& day, const std::string& bucket) {
  std::string path = day;
  path += '/';
  path += bucket;
  return path;
}

Result<std::vector<std::string>, VaultError> days_in(int root) {
  return names_that(root, ".", is_vault_day);
}

Result<std::vector<std::string>, VaultError> buckets_in(int root, const std::string& day) {
  return names_that(root, day, is_bucket);
}

std::string new_folder_of(std::string_view node) {
  check(is_node_name(node) || node.empty(), "a node is named by lower-case letters and digits");
  return node.empty() ? std::string(kNewFolder) : std::string(kNewFolder) + '.' + std::string(node);
}

Result<std::vector<std::string>, VaultError> new_folders_in(int root) {
  return names_that(root, ".", [](std::string_view name) {
    if (!name.starts_with(kNewFolder)) return false;
    const std::string_view rest = name.substr(kNewFolder.size());
    return rest.empty() || (rest.front() == '.' && is_node_name(rest.substr(1)));
  });
}

Result<std::vector<FilePlace>, VaultError> new_files_in(int root, const std::string& new_folder) {
  const auto names = names_in(root, new_folder);
  if (!names) return names.error();
  std::vector<FilePlace> places;
  for (const Name& each : *names) {
    if (auto place = place_of_new_name(each.name)) places.push_back(std::move(*place));
  }
  return places;
}

Result<std::vector<PlaceEntry>, VaultError> entries_in(int root,
                                                       const std::string& day,
                                                       const std::string& bucket) {
  const auto names = names_in(root, bucket_path_of(day, bucket));
  if (!names) return names.error();
  std::vector<PlaceEntry> entries;
  for (const auto& [name, type] : *names) {
    auto place = place_of(day, bucket, name);
    if (!place) continue;
    const bool is_file =
        type == DT_UNKNOWN ? mode_of_file(root, place->path()).has_value() : type == DT_REG;
    entries.push_back({std::move(*place), is_file});
  }
  return entries;
}

}  // namespace countersign
