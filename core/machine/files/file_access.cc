#include "core/machine/files/file_access.h"

#include <fmt/format.h>
#include <unistd.h>

namespace countersign {
namespace {

constexpr ::mode_t kOthersWrite = S_IWGRP | S_IWOTH;

// Returns the path with links resolved; if they cannot be followed, the absolute path as written.
std::filesystem::path resolved(const std::filesystem::path& path) {
  std::error_code failed;
  std::filesystem::path canonical = std::filesystem::weakly_canonical(path, failed);
  if (!failed) return canonical;
  return std::filesystem::absolute(path, failed).lexically_normal();
}

}  // namespace

std::optional<std::string> wrong_with_owner(const struct ::stat& status,
                                            std::string_view what,
                                            const std::filesystem::path& path) {
  if (status.st_uid == ::geteuid() || status.st_uid == 0) return std::nullopt;
  return fmt::format(
      "the {} {} belongs to the user {}, and this program runs as {}: run it as the owner, or make "
      "it yours with chown",
      what,
      path.string(),
      status.st_uid,
      ::geteuid());
}

std::optional<std::string> wrong_with_small_file(const struct ::stat& status,
                                                 std::string_view what,
                                                 const std::filesystem::path& file) {
  if (!S_ISREG(status.st_mode)) {
    return fmt::format("the {} {} is not a regular file", what, file.string());
  }
  if (static_cast<std::uint64_t>(status.st_size) <= kSmallFileBytesMost) return std::nullopt;
  return fmt::format("the {} {} has more than {} bytes", what, file.string(), kSmallFileBytesMost);
}

std::optional<std::string> wrong_with_file(const std::filesystem::path& file,
                                           std::string_view what) {
  struct ::stat status {};
  if (::stat(file.c_str(), &status) != 0) return std::nullopt;
  if (auto wrong = wrong_with_small_file(status, what, file)) return wrong;
  if (auto wrong = wrong_with_owner(status, what, file)) return wrong;
  if ((status.st_mode & S_IWOTH) == 0) return std::nullopt;
  return fmt::format(
      "the {} {} has mode {:04o}: everybody may change it; take that right away with chmod o-w",
      what,
      file.string(),
      status.st_mode & 07777);
}

std::optional<std::string> wrong_with_folder(const struct ::stat& status,
                                             std::string_view what,
                                             const std::filesystem::path& folder) {
  if (auto wrong = wrong_with_owner(status, what, folder)) return wrong;
  if ((status.st_mode & kOthersWrite) == 0) return std::nullopt;
  return fmt::format(
      "the {} {} has mode {:04o}: others may write to it and replace what is in it; look at what "
      "is there, then take that right away with chmod go-w",
      what,
      folder.string(),
      status.st_mode & 07777);
}

std::optional<std::string> wrong_with_folder(const std::filesystem::path& folder,
                                             std::string_view what) {
  struct ::stat status {};
  if (::stat(folder.c_str(), &status) != 0) return std::nullopt;
  return wrong_with_folder(status, what, folder);
}

std::optional<std::string> wrong_with_place_of(const std::filesystem::path& path,
                                               std::string_view what) {
  const std::filesystem::path folder = folder_of(path);
  struct ::stat status {};
  if (::stat(folder.c_str(), &status) != 0) return std::nullopt;
  if (auto wrong = wrong_with_owner(status, "folder of the " + std::string(what), folder))
    return wrong;
  if ((status.st_mode & S_IWOTH) == 0 || (status.st_mode & S_ISVTX) != 0) return std::nullopt;
  return fmt::format(
      "the {} {} lies in a folder of mode {:04o}, where everybody may replace it; take that right "
      "away with chmod o-w {}",
      what,
      path.string(),
      status.st_mode & 07777,
      folder.string());
}

std::filesystem::path folder_of(const std::filesystem::path& path) {
  const std::filesystem::path named = path.has_filename() ? path : path.parent_path();
  return named.has_parent_path() ? named.parent_path() : ".";
}

bool lies_inside(const std::filesystem::path& path, const std::filesystem::path& folder) {
  return (resolved(path) / "").string().starts_with((resolved(folder) / "").string());
}

}  // namespace countersign
