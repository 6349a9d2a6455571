#include "projections/marker_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "events/vault/owned_fd.h"
#include "events/vault/write_all.h"

namespace countersign {
namespace {

constexpr std::size_t kPieceBytes = 4096;

std::string failed(std::string_view what, const std::filesystem::path& path) {
  return fmt::format("cannot {} {}: {}", what, path.string(), std::strerror(errno));
}

std::optional<std::string> sync_folder_of(const std::filesystem::path& path) {
  const OwnedFd folder(::open(path.parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder || ::fsync(folder.get()) != 0) return failed("sync the folder of", path);
  return std::nullopt;
}

}  // namespace

bool MarkerFile::exists() const {
  std::error_code ignored;
  return std::filesystem::exists(path_, ignored);
}

Result<std::optional<std::string>, std::string> MarkerFile::read() const {
  const OwnedFd file(::open(path_.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file) {
    if (errno == ENOENT) return std::optional<std::string>();
    return failed("open", path_);
  }
  std::string text;
  std::array<char, kPieceBytes> piece;
  for (;;) {
    const ssize_t size = ::read(file.get(), piece.data(), piece.size());
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) return failed("read", path_);
    if (size == 0) return std::optional(std::move(text));
    text.append(piece.data(), static_cast<std::size_t>(size));
  }
}

std::optional<std::string> MarkerFile::write(std::string_view text) const {
  std::filesystem::path fresh = path_;
  fresh += ".new";
  {
    const OwnedFd file(::open(fresh.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
    if (!file || !write_all(file, text) || ::fsync(file.get()) != 0) {
      return failed("write", fresh);
    }
  }
  if (::rename(fresh.c_str(), path_.c_str()) != 0) return failed("replace", path_);
  return sync_folder_of(path_);
}

std::optional<std::string> MarkerFile::remove() const {
  if (::unlink(path_.c_str()) != 0 && errno != ENOENT) return failed("remove", path_);
  return sync_folder_of(path_);
}

}  // namespace countersign
