#include "events/record/anchor.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "events/record/record_json.h"

namespace countersign {
namespace {

constexpr const char* kName = "ANCHOR";
constexpr const char* kNewName = "ANCHOR.new";
constexpr std::size_t kBytesMax = 4096;

class Descriptor {
 public:
  Descriptor(const std::filesystem::path& path, int flags)
      : number_(::open(path.c_str(), flags | O_CLOEXEC, 0600)) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  bool is_open() const { return number_ >= 0; }
  bool write(std::string_view bytes) const {
    while (!bytes.empty()) {
      const ssize_t written = ::write(number_, bytes.data(), bytes.size());
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
  }
  // Reads a regular file of at most `bytes_max` bytes; for any other file empty, with errno set.
  std::optional<std::string> read(std::size_t bytes_max) const {
    struct ::stat status {};
    if (::fstat(number_, &status) != 0) return std::nullopt;
    if (!S_ISREG(status.st_mode) || status.st_size > static_cast<::off_t>(bytes_max)) {
      errno = S_ISREG(status.st_mode) ? EFBIG : EINVAL;
      return std::nullopt;
    }
    std::string bytes(bytes_max, '\0');
    std::size_t size = 0;
    while (size < bytes.size()) {
      const ssize_t count = ::read(number_, bytes.data() + size, bytes.size() - size);
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) return std::nullopt;
      if (count == 0) break;
      size += static_cast<std::size_t>(count);
    }
    bytes.resize(size);
    return bytes;
  }
  bool sync() const { return ::fsync(number_) == 0; }

 private:
  int number_;
};

bool write_file(const std::filesystem::path& path, std::string_view bytes) {
  // Removes what a crash has left. O_EXCL and O_NOFOLLOW: never writes through a link.
  if (::unlink(path.c_str()) != 0 && errno != ENOENT) return false;
  const Descriptor file(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW);
  return file.is_open() && file.write(bytes) && file.sync();
}

bool sync_folder(const std::filesystem::path& path) {
  const Descriptor folder(path, O_RDONLY | O_DIRECTORY);
  return folder.is_open() && folder.sync();
}

}  // namespace

Result<std::optional<Anchor>, std::string> read_anchor(const std::filesystem::path& folder) {
  const std::filesystem::path path = folder / kName;
  // In a folder that keys are restored from, this name may be a link, a pipe or a terminal.
  const Descriptor file(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
  if (!file.is_open() && errno == ENOENT) return std::optional<Anchor>();
  std::optional<std::string> read = file.is_open() ? file.read(kBytesMax) : std::nullopt;
  if (!read) return fmt::format("{} cannot be read: {}", path.string(), std::strerror(errno));
  std::string line = *std::move(read);
  if (line.empty() || line.back() != '\n') {
    return fmt::format("{} is cut short; put the file back, or restore a backup", path.string());
  }
  line.pop_back();
  const auto anchor = from_json<Anchor>(line);
  if (!anchor)
    return fmt::format(
        "{} is damaged: {}; put the file back, or restore a backup", path.string(), anchor.error());
  return std::optional(*anchor);
}

bool write_anchor(const std::filesystem::path& folder, const Anchor& anchor) {
  if (!write_file(folder / kNewName, to_json(anchor) + '\n')) return false;
  std::error_code error;
  std::filesystem::rename(folder / kNewName, folder / kName, error);
  return !error && sync_folder(folder);
}

}  // namespace countersign
