#include "events/anchor.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include "events/record_json.h"

namespace countersign {
namespace {

constexpr const char* kName = "ANCHOR";
constexpr const char* kNewName = "ANCHOR.new";

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
  bool sync() const { return ::fsync(number_) == 0; }

 private:
  int number_;
};

bool write_file(const std::filesystem::path& path, std::string_view bytes) {
  const Descriptor file(path, O_WRONLY | O_CREAT | O_TRUNC);
  return file.is_open() && file.write(bytes) && file.sync();
}

bool sync_folder(const std::filesystem::path& path) {
  const Descriptor folder(path, O_RDONLY | O_DIRECTORY);
  return folder.is_open() && folder.sync();
}

}  // namespace

Result<std::optional<Anchor>, std::string> read_anchor(const std::filesystem::path& folder) {
  const std::filesystem::path path = folder / kName;
  std::error_code error;
  if (!std::filesystem::exists(path, error) && !error) return std::optional<Anchor>();
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file) return fmt::format("{} cannot be read: {}", path.string(), std::strerror(errno));
  std::string line = text.str();
  if (line.empty() || line.back() != '\n') {
    return fmt::format("{} is not whole", path.string());
  }
  line.pop_back();
  const auto anchor = from_json<Anchor>(line);
  if (!anchor) return fmt::format("{} is damaged: {}", path.string(), anchor.error());
  return std::optional(*anchor);
}

bool write_anchor(const std::filesystem::path& folder, const Anchor& anchor) {
  if (!write_file(folder / kNewName, to_json(anchor) + '\n')) return false;
  std::error_code error;
  std::filesystem::rename(folder / kNewName, folder / kName, error);
  return !error && sync_folder(folder);
}

}  // namespace countersign
