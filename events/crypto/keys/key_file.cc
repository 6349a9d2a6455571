#include "events/crypto/keys/key_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <system_error>
#include <vector>

#include "core/machine/files/file_access.h"

namespace countersign {
namespace {

constexpr ::mode_t kOthersBits = 077;

// Owns a descriptor. Key files are opened in this file only.
class Descriptor {
 public:
  explicit Descriptor(int value) : value_(value) {}
  ~Descriptor() {
    if (value_ >= 0) ::close(value_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return value_; }
  explicit operator bool() const { return value_ >= 0; }

 private:
  int value_;
};

// Returns whether a service manager has put the file there for this process (systemd.exec(5)).
bool is_credential(const struct ::stat& status, const std::filesystem::path& path) {
  constexpr ::mode_t kBeyondReading = 037;
  if (status.st_uid != 0 || (status.st_mode & kBeyondReading) != 0) return false;
  // NOLINTNEXTLINE(concurrency-mt-unsafe): nothing here ever sets a variable
  const char* const folder = std::getenv("CREDENTIALS_DIRECTORY");
  if (folder == nullptr || folder[0] != '/') return false;
  return lies_inside(path, folder) && !wrong_with_folder(folder, "folder of credentials");
}

std::string system_says() { return std::generic_category().message(errno); }

// Reads until the end or until `content` is full; returns nullopt if a read fails.
std::optional<std::size_t> read_up_to(int descriptor, MutableBytes content) {
  std::size_t size = 0;
  while (size < content.size()) {
    const ::ssize_t count = ::read(descriptor, content.data() + size, content.size() - size);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return std::nullopt;
    if (count == 0) return size;
    size += static_cast<std::size_t>(count);
  }
  return size;
}

bool write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ::ssize_t count = ::write(descriptor, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

// A temporary file in the same folder as the final one, so that a crash or a power cut never leaves
// half a key under the final name. If the process is killed, the file stays.
class Draft {
 public:
  explicit Draft(const std::filesystem::path& path)
      : name_(path.string() + ".XXXXXX"), file_(::mkostemp(name_.data(), O_CLOEXEC)) {}
  ~Draft() {
    if (file_ && !has_moved_) ::unlink(name_.c_str());
  }
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;

  explicit operator bool() const { return static_cast<bool>(file_); }
  bool write(const Secret& text) const {
    return write_all(file_.get(), text.reveal()) && ::fsync(file_.get()) == 0;
  }
  // Moves the file to `path`; fails if that exists.
  bool move_to(const std::filesystem::path& path) {
    const char* const from = name_.c_str();
    has_moved_ = ::renameat2(AT_FDCWD, from, AT_FDCWD, path.c_str(), RENAME_NOREPLACE) == 0;
    if (has_moved_ || (errno != EINVAL && errno != ENOSYS)) return has_moved_;
    // A file system without RENAME_NOREPLACE, such as NFS.
    return ::link(from, path.c_str()) == 0;
  }

 private:
  std::string name_;
  Descriptor file_;
  bool has_moved_ = false;
};

bool sync_folder_of(const std::filesystem::path& path) {
  const std::filesystem::path parent = path.has_parent_path() ? path.parent_path() : ".";
  const Descriptor folder(::open(parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  return folder && ::fsync(folder.get()) == 0;
}

}  // namespace

Result<Secret, std::string> read_key_file(const std::filesystem::path& path,
                                          std::string_view what,
                                          std::size_t max_bytes) {
  const std::string name = path.string();
  // Without O_NONBLOCK a named pipe would block the start until somebody opens the pipe for
  // writing.
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  if (!file) return fmt::format("cannot open the {} {}: {}", what, name, system_says());
  struct ::stat status {};
  if (::fstat(file.get(), &status) != 0) {
    return fmt::format("cannot examine the {} {}: {}", what, name, system_says());
  }
  if (!S_ISREG(status.st_mode)) {
    return fmt::format("the {} {} is not a regular file", what, name);
  }
  if (auto wrong = wrong_with_owner(status, what, path)) return *std::move(wrong);
  if (auto wrong = wrong_with_place_of(path, what)) return *std::move(wrong);
  if ((status.st_mode & kOthersBits) != 0 && !is_credential(status, path)) {
    return fmt::format(
        "the {} {} has mode {:04o}: only its owner may have access; take it from others with chmod "
        "0600",
        what,
        name,
        status.st_mode & 07777);
  }
  std::vector<std::uint8_t> content(max_bytes + 1);
  const std::optional<std::size_t> size = read_up_to(file.get(), content);
  if (!size) return fmt::format("cannot read the {} {}: {}", what, name, system_says());
  Secret text(text_of(ByteView(content).first(*size)));
  cleanse(content);
  return text;
}

std::optional<std::string> create_key_file(const std::filesystem::path& path,
                                           std::string_view what,
                                           const Secret& text) {
  const std::string name = path.string();
  if (auto wrong = wrong_with_place_of(path, what)) return wrong;
  Draft draft(path);
  if (!draft) return fmt::format("cannot create the {} {}: {}", what, name, system_says());
  if (!draft.write(text)) {
    return fmt::format("cannot write the {} {}: {}", what, name, system_says());
  }
  if (!draft.move_to(path)) {
    return fmt::format("cannot create the {} {}: {}", what, name, system_says());
  }
  if (sync_folder_of(path)) return std::nullopt;
  const std::string reason = system_says();
  // A key that a power cut may remove must not be used.
  ::unlink(path.c_str());
  return fmt::format("cannot write the {} {}: {}", what, name, reason);
}

}  // namespace countersign
