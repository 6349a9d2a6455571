#include "projections/backup/file_copy.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

#include "core/machine/files/write_all.h"
#include "events/crypto/sha256.h"

namespace countersign {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kPieceBytes = 256 * 1024;

CopyFault fault(std::string_view what, const fs::path& path) {
  const int error = errno;
  return {error == ENOENT,
          fmt::format("cannot {} {}: {}", what, path.string(), std::strerror(error))};
}

CopyFault of_another_size(std::uint64_t size, std::uint64_t expected) {
  return {false, fmt::format("the file has {} bytes instead of {}", size, expected)};
}

}  // namespace

Result<SourceFile, CopyFault> SourceFile::open(const HeldFolder& folder, std::string_view name) {
  auto file = folder.open_file(name);
  if (!file) return CopyFault{file.error().not_there, file.error().why};
  return SourceFile(*std::move(file), folder.path() / name);
}

Result<SourceFile, CopyFault> SourceFile::open_own(const fs::path& path) {
  OwnedFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
  if (!file) return fault("open", path);
  return SourceFile(std::move(file), path);
}

Result<std::uint64_t, CopyFault> SourceFile::size() const {
  struct ::stat status {};
  if (::fstat(file_.get(), &status) != 0) return fault("examine", path_);
  return static_cast<std::uint64_t>(status.st_size);
}

// Passes the bytes to `sink`, piece by piece.
template <class Sink>
Result<FileSum, CopyFault> SourceFile::read_through(const std::optional<FileSum>& expected,
                                                    const Sink& sink) const {
  if (expected) {
    const auto now = size();
    if (!now) return now.error();
    if (*now != expected->size) return of_another_size(*now, expected->size);
  }
  const std::uint64_t bytes_max =
      expected ? expected->size : std::numeric_limits<std::uint64_t>::max();
  std::vector<char> piece(kPieceBytes);
  Sha256Stream hash;
  FileSum sum;
  while (sum.size < bytes_max) {
    const std::size_t wanted = std::min<std::uint64_t>(piece.size(), bytes_max - sum.size);
    const ::ssize_t size = ::read(file_.get(), piece.data(), wanted);
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) return fault("read", path_);
    if (size == 0) break;
    const std::string_view bytes(piece.data(), static_cast<std::size_t>(size));
    hash.update(bytes);
    sum.size += bytes.size();
    if (auto failed = sink(bytes)) return *std::move(failed);
  }
  sum.sha256 = hash.finish();
  if (!expected || sum == *expected) return sum;
  if (sum.size != expected->size) return of_another_size(sum.size, expected->size);
  return CopyFault{false, "the file does not have the SHA-256 that was expected"};
}

Result<FileSum, CopyFault> SourceFile::sum(const std::optional<FileSum>& expected) const {
  return read_through(expected, [](std::string_view) { return std::optional<CopyFault>(); });
}

Result<FileSum, CopyFault> SourceFile::copy_durably(const HeldFolder& to,
                                                    std::string_view name,
                                                    const std::optional<FileSum>& expected) const {
  const std::string fresh = std::string(name) + ".new";
  const auto not_written = [&] {
    CopyFault failed = fault("write", to.path() / fresh);
    failed.not_there = false;
    return failed;
  };
  const auto given_up = [&](CopyFault why) {
    (void)to.remove(fresh);
    return why;
  };
  const auto file = to.create(fresh);
  if (!file) return CopyFault{false, file.error().why};
  auto sum = read_through(expected, [&](std::string_view bytes) -> std::optional<CopyFault> {
    if (write_all(*file, bytes)) return std::nullopt;
    return not_written();
  });
  if (!sum) return given_up(sum.error());
  if (::fsync(file->get()) != 0) return given_up(not_written());
  if (auto failed = to.rename(fresh, name)) return given_up({false, std::move(failed->why)});
  return sum;
}

std::optional<std::string> FolderMaker::make_for(std::string_view name) {
  for (;;) {
    const std::size_t slash = name.rfind('/');
    name = slash == name.npos ? std::string_view() : name.substr(0, slash);
    if (!used_.emplace(name).second) return std::nullopt;
    if (name.empty()) return std::nullopt;
    if (auto failed = root_.make_folders(name)) {
      used_.erase(std::string(name));
      return std::move(failed->why);
    }
  }
}

std::optional<std::string> FolderMaker::sync() {
  for (const std::string& name : used_) {
    if (auto failed = root_.sync(name)) return std::move(failed->why);
  }
  used_.clear();
  return std::nullopt;
}

}  // namespace countersign
