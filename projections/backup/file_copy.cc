#include "projections/backup/file_copy.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string_view>
#include <vector>

#include "events/crypto/sha256.h"
#include "events/vault/owned_fd.h"
#include "events/vault/write_all.h"

namespace countersign {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kPieceBytes = 256 * 1024;

CopyFault fault(std::string_view what, const fs::path& path) {
  const int error = errno;
  return {error == ENOENT,
          fmt::format("cannot {} {}: {}", what, path.string(), std::strerror(error))};
}

// Hands on the bytes of a file, piece by piece.
template <class Sink>
Result<FileSum, CopyFault> read_through(const fs::path& path, const Sink& sink) {
  const OwnedFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
  if (!file) return fault("open", path);
  std::vector<char> piece(kPieceBytes);
  Sha256Stream hash;
  FileSum sum;
  for (;;) {
    const ::ssize_t size = ::read(file.get(), piece.data(), piece.size());
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) return fault("read", path);
    if (size == 0) break;
    const std::string_view bytes(piece.data(), static_cast<std::size_t>(size));
    hash.update(bytes);
    sum.size += bytes.size();
    if (auto failed = sink(bytes)) return *std::move(failed);
  }
  sum.sha256 = hash.finish();
  return sum;
}

}  // namespace

Result<FileSum, CopyFault> sum_of_file(const fs::path& path) {
  return read_through(path, [](std::string_view) { return std::optional<CopyFault>(); });
}

Result<FileSum, CopyFault> copy_durably(const fs::path& from, const fs::path& to) {
  fs::path fresh = to;
  fresh += ".new";
  OwnedFd file;
  const auto not_written = [&] {
    CopyFault failed = fault("write", fresh);
    failed.not_there = false;
    ::unlink(fresh.c_str());
    return failed;
  };
  // Opened with the first bytes, so that a source that is not there leaves nothing.
  const auto open = [&] {
    if (file) return true;
    file = OwnedFd(::open(
        fresh.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR));
    return static_cast<bool>(file);
  };
  const auto sum = read_through(from, [&](std::string_view bytes) -> std::optional<CopyFault> {
    if (open() && write_all(file, bytes)) return std::nullopt;
    return not_written();
  });
  if (!sum) {
    if (file) ::unlink(fresh.c_str());
    return sum;
  }
  if (!open() || ::fsync(file.get()) != 0 || ::rename(fresh.c_str(), to.c_str()) != 0) {
    return not_written();
  }
  return sum;
}

std::optional<std::string> FolderMaker::make_for(const fs::path& path) {
  for (fs::path folder = path.parent_path(); used_.insert(folder).second && folder != root_;
       folder = folder.parent_path()) {
  }
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  if (!error) return std::nullopt;
  return fmt::format("cannot make {}: {}", path.parent_path().string(), error.message());
}

std::optional<std::string> FolderMaker::sync() {
  for (const fs::path& path : used_) {
    const OwnedFd folder(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!folder || ::fsync(folder.get()) != 0) return fault("sync", path).why;
  }
  used_.clear();
  return std::nullopt;
}

}  // namespace countersign
