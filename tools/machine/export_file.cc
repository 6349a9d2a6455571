#include "tools/machine/export_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace countersign {

ExportFile::ExportFile(std::string name) : name_(std::move(name)) {
  // What is renamed takes the place of whatever bears the name: a device is nobody's to replace.
  struct ::stat there {};
  if (!to_stdout() && ::stat(name_.c_str(), &there) == 0 && !S_ISREG(there.st_mode)) {
    error_ = S_ISDIR(there.st_mode) ? EISDIR : EINVAL;
    return;
  }
  if (to_stdout()) {
    fd_ = STDOUT_FILENO;
    return;
  }
  // What bears the unfinished name is not ours, or is left of one that was killed: it goes, and a
  // link is not followed.
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

// Whether the unfinished name is still that of the file that was written.
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
