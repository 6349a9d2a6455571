#include "events/rocks/database/opening_room.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <vector>

#include "core/machine/files/free_bytes.h"
#include "events/rocks/database/database_lock.h"
#include "events/rocks/database/rocks_database.h"

namespace countersign {
namespace {

namespace fs = std::filesystem;

// Besides the tables made of the write-ahead logs: a manifest, and other files of an open.
constexpr std::uint64_t kOpenBytes = std::uint64_t{8} << 20;
constexpr std::uint64_t kStatBlockBytes = 512;  // a block of st_blocks, stat(2)
// Up to this many bytes allocated behind the end of a file are the rest of its last block and
// overhead of the file system.
constexpr std::uint64_t kWorthBytes = std::uint64_t{64} << 10;

std::uint64_t allocated_bytes(const struct ::stat& status) {
  return static_cast<std::uint64_t>(status.st_blocks) * kStatBlockBytes;
}

// Returns the number of bytes that the disk has got back. A file that cannot be opened or cut is
// left to RocksDB, which reports what is wrong with it. A file with nothing behind its end is not
// touched.
std::uint64_t give_back_reserved(const fs::path& path) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (file < 0) return 0;
  std::uint64_t given_back = 0;
  struct ::stat before {};
  struct ::stat after {};
  if (::fstat(file, &before) == 0 && S_ISREG(before.st_mode) &&
      allocated_bytes(before) > static_cast<std::uint64_t>(before.st_size) + kWorthBytes &&
      ::ftruncate(file, before.st_size) == 0 && ::fstat(file, &after) == 0 &&
      after.st_blocks < before.st_blocks) {
    given_back = allocated_bytes(before) - allocated_bytes(after);
  }
  ::close(file);
  return given_back;
}

std::vector<fs::path> write_ahead_logs(const fs::path& folder) {
  std::vector<fs::path> logs;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().extension() == ".log") logs.push_back(entry.path());
  }
  return logs;
}

}  // namespace

std::optional<std::string> refusal_for_room(const fs::path& folder) {
  std::optional<DatabaseLock> lock;
  if (RocksDatabase::is_in(folder)) lock.emplace(folder);
  if (lock && !lock->is_held()) return std::nullopt;  // RocksDB reports it when it opens the files
  const std::vector<fs::path> logs = write_ahead_logs(folder);
  std::uint64_t needed = kOpenBytes;
  for (const fs::path& log : logs) {
    std::error_code error;
    const std::uint64_t bytes = fs::file_size(log, error);
    if (!error) needed += bytes;
  }
  std::uint64_t room = free_bytes(folder);
  for (const fs::path& log : logs) {
    if (room < needed) room += give_back_reserved(log);
  }
  if (room >= needed) return std::nullopt;
  return fmt::format(
      "the log in {} cannot be opened: its disk has {} bytes free, and opening may take {}; make "
      "room",
      folder.string(),
      room,
      needed);
}

}  // namespace countersign
