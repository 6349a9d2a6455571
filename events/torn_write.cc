#include "events/torn_write.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <rocksdb/env.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <memory>

#include "core/result.h"
#include "events/cut_file.h"
#include "events/database_lock.h"
#include "events/log_check.h"
#include "events/rocks_database.h"
#include "events/wal_end.h"

namespace countersign {
namespace {

namespace fs = std::filesystem;

// The newest one that has bytes: an empty one is made before the first write to it. Its name is a
// number with leading zeros, by which RocksDB orders them.
Result<std::optional<fs::path>, std::error_code> newest_write_ahead_log(const fs::path& folder) {
  std::optional<fs::path> newest;
  std::error_code error;
  fs::directory_iterator entries(folder, error);
  for (; !error && entries != fs::directory_iterator(); entries.increment(error)) {
    const fs::path& path = entries->path();
    std::error_code gone;  // beside the process that has the log open
    if (path.extension() != ".log" || fs::file_size(path, gone) == 0 || gone) continue;
    if (!newest || newest->filename() < path.filename()) newest = path;
  }
  if (error) return error;
  return newest;
}

// As many as it has when it is opened: it may grow meanwhile.
std::optional<std::string> bytes_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  const std::streamoff size = file.tellg();
  if (size < 0) return std::nullopt;
  std::string bytes(static_cast<std::size_t>(size), '\0');
  file.seekg(0);
  if (!file.read(bytes.data(), size)) return std::nullopt;
  return bytes;
}

// Durable when it returns true.
bool cut(const fs::path& path, std::uint64_t bytes) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOFOLLOW);
  if (file < 0) return false;
  const bool is_cut = ::ftruncate(file, static_cast<::off_t>(bytes)) == 0 && ::fsync(file) == 0;
  const int error = errno;
  ::close(file);
  errno = error;
  return is_cut;
}

// The newest write-ahead log, and how it ends.
struct Tail {
  fs::path file;
  std::uint64_t bytes = 0;  // of the file
  WalEnd end;

  std::string name() const { return file.filename().string(); }
};

// Nothing if there is none, or, beside the process that has the log open, not any more.
Result<std::optional<Tail>, std::string> read_tail(const fs::path& folder, bool read_only) {
  const auto file = newest_write_ahead_log(folder);
  if (!file) return fmt::format("{} cannot be listed: {}", folder.string(), file.error().message());
  if (!*file) return std::optional<Tail>();
  const auto bytes = bytes_of(**file);
  if (!bytes && read_only) return std::optional<Tail>();
  if (!bytes) return fmt::format("{} cannot be read: {}", (*file)->string(), std::strerror(errno));
  return std::optional(Tail{**file, bytes->size(), read_wal_end(*bytes)});
}

// What would be wrong with the log if its last file ended with the last whole write.
std::optional<std::string> wrong_without(const Tail& tail,
                                         const fs::path& folder,
                                         const LogWitnesses& witnesses) {
  const auto files = rocksdb::NewCompositeEnv(
      std::make_shared<CutFile>(rocksdb::FileSystem::Default(), tail.name(), tail.end.whole_bytes));
  const auto database = RocksDatabase::open_image(folder, *files);
  if (!database) return database.error();
  const auto head = check_log(**database, folder, witnesses.anchor);
  if (!head) return head.error();
  if (head->sequence >= witnesses.covered) return std::nullopt;
  return fmt::format(
      "the log in {} is refused: it would end at event {}, and a checkpoint says it has held event "
      "{}",
      folder.string(),
      head->sequence.value(),
      witnesses.covered.value());
}

}  // namespace

std::optional<std::string> settle_torn_write(const fs::path& folder,
                                             const LogWitnesses& witnesses,
                                             bool read_only,
                                             const std::function<void(std::string_view)>& warn) {
  std::optional<DatabaseLock> lock;
  if (!read_only) lock.emplace(folder);
  // It is being written to; RocksDB says so as it opens the files.
  if (lock && !lock->is_held()) return std::nullopt;
  const auto tail = read_tail(folder, read_only);
  if (!tail) return tail.error();
  if (!*tail || (*tail)->end.kind == WalEnd::Kind::Whole) return std::nullopt;
  const auto& [file, bytes, end] = **tail;
  if (end.kind == WalEnd::Kind::Damaged) {
    return fmt::format(
        "the log in {} is refused: {} is damaged behind byte {}: {}; restore it or a backup",
        folder.string(),
        (*tail)->name(),
        end.whole_bytes,
        end.why);
  }
  if (read_only) return std::nullopt;
  if (auto wrong = wrong_without(**tail, folder, witnesses)) return wrong;
  if (!cut(file, end.whole_bytes)) {
    return fmt::format("{} cannot be cut: {}", file.string(), std::strerror(errno));
  }
  if (warn) {
    warn(
        fmt::format("the last write to the log was cut short and never acknowledged: {} bytes "
                    "behind byte {} of "
                    "{} are dropped",
                    bytes - end.whole_bytes,
                    end.whole_bytes,
                    (*tail)->name()));
  }
  return std::nullopt;
}

}  // namespace countersign
