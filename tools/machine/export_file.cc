#include "tools/machine/export_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace countersign {

ExportFile::ExportFile(std::string name) : name_(std::move(name)) {
  // rename() replaces whatever has the target name; a device, for example, must not be replaced.
  struct ::stat there {};
  if (!to_stdout() && ::stat(name_.c_str(), &there) == 0 && !S_ISREG(there.st_mode)) {
    error_ = S_ISDIR(there.st_mode) ? EISDIR : EINVAL;
    return;
  }
  if (to_stdout()) {
    fd_ = STDOUT_FILENO;
    return;
  }
  // A file with the unfinished name is not ours, or is left over from an export that was killed.
  // Remove it; unlink() does not follow a link.
  if (::unlink(unfinished().c_str()) != 0 && errno != ENOENT) {
    error_ = errno;
    return;
  }
  fd_ = ::open(unfinished().c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (fd_ < 0) error_ = errno;
}

ExportFile::~ExportFile() {
  if (to_stdout() || fd_ < 0) return;
  if (is_ours(fd_)) ::unlink(unfinished().c_str());
  ::close(fd_);
}

// Returns whether the unfinished name still names the file that was written.
bool ExportFile::is_ours(int fd) const {
  struct ::stat named {};
  struct ::stat written {};
  return ::lstat(unfinished().c_str(), &named) == 0 && ::fstat(fd, &written) == 0 &&
         named.st_dev == written.st_dev && named.st_ino == written.st_ino;
}

bool ExportFile::write(std::string_view bytes) {
  while (error_ == 0 && !bytes.empty()) {
    const ssize_t written = ::write(fd_, bytes.data(), bytes.size());
    if (written >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      error_ = errno;
    }
  }
  return error_ == 0;
}

std::optional<std::string> ExportFile::finish() {
  if (error_ == 0 && !to_stdout()) {
    const int fd = std::exchange(fd_, -1);
    if (::fsync(fd) != 0) error_ = errno;
    if (error_ == 0 && !is_ours(fd)) error_ = EBUSY;
    if (::close(fd) != 0 && error_ == 0) error_ = errno;
    if (error_ == 0 && std::rename(unfinished().c_str(), name_.c_str()) != 0) error_ = errno;
  }
  if (error_ == 0) return std::nullopt;
  return "cannot write " + (to_stdout() ? "stdout" : name_) + ": " + std::strerror(error_);
}

}  // namespace countersign
