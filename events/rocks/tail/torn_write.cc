#include "events/rocks/tail/torn_write.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <rocksdb/env.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <memory>
#include <vector>

#include "core/result.h"
#include "events/rocks/database/database_lock.h"
#include "events/rocks/database/rocks_database.h"
#include "events/rocks/reading/log_check.h"
#include "events/rocks/reading/tile_reader.h"
#include "events/rocks/tail/cut_file.h"
#include "events/rocks/tail/wal_end.h"

namespace countersign {
namespace {

namespace fs = std::filesystem;

// Returns whether `one` is the older of two write-ahead logs. RocksDB names them by numbers of at
// least six digits.
bool is_older(const fs::path& one, const fs::path& other) {
  const std::string a = one.stem();
  const std::string b = other.stem();
  return a.size() != b.size() ? a.size() < b.size() : a < b;
}

// The newest write-ahead log that is not empty: RocksDB makes an empty one before the first write
// to it.
Result<std::optional<fs::path>, std::error_code> newest_write_ahead_log(const fs::path& folder) {
  std::optional<fs::path> newest;
  std::error_code error;
  fs::directory_iterator entries(folder, error);
  for (; !error && entries != fs::directory_iterator(); entries.increment(error)) {
    const fs::path& path = entries->path();
    std::error_code gone;  // the process that has the log open may remove the file
    if (path.extension() != ".log" || fs::file_size(path, gone) == 0 || gone) continue;
    if (!newest || is_older(*newest, path)) newest = path;
  }
  if (error) return error;
  return newest;
}

// Reads as many bytes as the file has when it is opened: it may grow meanwhile.
std::optional<std::string> bytes_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  const std::streamoff size = file.tellg();
  if (size < 0) return std::nullopt;
  std::string bytes(static_cast<std::size_t>(size), '\0');
  file.seekg(0);
  if (!file.read(bytes.data(), size)) return std::nullopt;
  return bytes;
}

// Cuts the file; durable when it returns true.
bool cut(const fs::path& path, std::uint64_t bytes) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOFOLLOW);
  if (file < 0) return false;
  const bool is_cut = ::ftruncate(file, static_cast<::off_t>(bytes)) == 0 && ::fsync(file) == 0;
  const int error = errno;
  ::close(file);
  errno = error;
  return is_cut;
}

// A file to which batches are appended, and the state of its end.
struct Tail {
  fs::path file;
  std::uint64_t bytes = 0;  // of the file
  WalEnd end;

  std::string name() const { return file.filename().string(); }
};
using Tails = std::vector<Tail>;

// Adds the file and the state of its end to `tails`, or returns a sentence. With read_only skips a
// file that cannot be read: the process that has the log open may have removed it.
std::optional<std::string> add_tail(const fs::path& file,
                                    const WalHabits& habits,
                                    bool read_only,
                                    Tails& tails) {
  const auto bytes = bytes_of(file);
  if (!bytes && read_only) return std::nullopt;
  if (!bytes) return fmt::format("{} cannot be read: {}", file.string(), std::strerror(errno));
  tails.push_back({file, bytes->size(), read_wal_end(*bytes, habits)});
  return std::nullopt;
}

std::string refusal_of(const fs::path& folder, const std::string& name, const WalEnd& end) {
  return fmt::format(
      "the log in {} is refused: {} is damaged after byte {}: {}; restore that file or a backup",
      folder.string(),
      name,
      end.whole_bytes,
      end.why);
}

// The manifest that CURRENT names. Empty if CURRENT names none, which RocksDB reports.
std::string name_of_manifest(const fs::path& folder) {
  const auto current = bytes_of(folder / "CURRENT");
  if (!current || !current->starts_with("MANIFEST-") || current->back() != '\n') return {};
  return current->substr(0, current->size() - 1);
}

// Reads the ends of the manifest and of the newest write-ahead log, if they exist.
//
// RocksDB takes a damaged length in the manifest for the manifest's end, as in a write-ahead log:
// it would forget the tables named after it, and remove them.
Result<Tails, std::string> read_tails(const fs::path& folder, bool read_only) {
  Tails tails;
  const std::string manifest = name_of_manifest(folder);
  std::error_code ignored;
  if (!manifest.empty() && manifest.find('/') == manifest.npos &&
      fs::exists(folder / manifest, ignored)) {
    if (auto wrong = add_tail(folder / manifest, kManifest, read_only, tails)) return *wrong;
  }
  const auto log = newest_write_ahead_log(folder);
  if (!log) return fmt::format("{} cannot be listed: {}", folder.string(), log.error().message());
  if (!*log) return tails;
  if (auto wrong = add_tail(**log, kWriteAheadLog, read_only, tails)) return *wrong;
  return tails;
}

// The database's files as they would be if each of `torn` ended with its last whole batch.
std::unique_ptr<rocksdb::Env> files_without(const Tails& torn) {
  std::shared_ptr<rocksdb::FileSystem> files = rocksdb::FileSystem::Default();
  for (const Tail& tail : torn) {
    files = std::make_shared<CutFile>(files, tail.name(), tail.end.whole_bytes);
  }
  return rocksdb::NewCompositeEnv(files);
}

// Says what would be wrong with the log without the torn writes; empty if nothing.
std::optional<std::string> wrong_without(const Tails& torn,
                                         const fs::path& folder,
                                         const LogWitnesses& witnesses) {
  const auto env = files_without(torn);
  const bool is_named = witnesses.anchor || witnesses.covered > Sequence(0);
  const bool may_be_empty = witnesses.may_be_new && !is_named;
  if (may_be_empty && RocksDatabase::is_begun(folder, *env)) return std::nullopt;
  const auto database = RocksDatabase::open_image(folder, *env);
  if (!database) return database.error();
  // The very first write was cut short, so the log is empty.
  if (may_be_empty && (*database)->is_blank()) return std::nullopt;
  const auto head = check_log(**database, folder, witnesses.anchor);
  if (!head) return head.error();
  if (const auto tree = open_tree(**database, *head); !tree) {
    return fmt::format(
        "the log in {} is refused: its Merkle tree cannot be read: {}; restore a backup",
        folder.string(),
        tree.error().why);
  }
  if (head->sequence >= witnesses.covered) return std::nullopt;
  return fmt::format(
      "the log in {} is refused: without its torn last write it would end at event {}, and a "
      "checkpoint covers event {}; restore a backup",
      folder.string(),
      head->sequence.value(),
      witnesses.covered.value());
}

std::optional<std::string> cut_off(const Tail& tail,
                                   const std::function<void(std::string_view)>& warn) {
  if (!cut(tail.file, tail.end.whole_bytes)) {
    return fmt::format("the torn write at the end of {} cannot be cut off: {}",
                       tail.file.string(),
                       std::strerror(errno));
  }
  if (!warn) return std::nullopt;
  warn(
      fmt::format("log: the last write was cut short and never acknowledged: {} bytes after byte "
                  "{} of {} are dropped",
                  tail.bytes - tail.end.whole_bytes,
                  tail.end.whole_bytes,
                  tail.name()));
  return std::nullopt;
}

}  // namespace

std::optional<std::string> settle_torn_write(const fs::path& folder,
                                             const LogWitnesses& witnesses,
                                             bool read_only,
                                             const std::function<void(std::string_view)>& warn) {
  std::optional<DatabaseLock> lock;
  if (!read_only) lock.emplace(folder);
  // Another process may be writing; RocksDB reports that when it opens the files.
  if (lock && !lock->is_held()) return std::nullopt;
  auto tails = read_tails(folder, read_only);
  if (!tails) return tails.error();
  for (const Tail& tail : *tails) {
    if (tail.end.kind == WalEnd::Kind::Damaged) return refusal_of(folder, tail.name(), tail.end);
  }
  if (read_only) return std::nullopt;
  std::erase_if(*tails, [](const Tail& tail) { return tail.end.kind == WalEnd::Kind::Whole; });
  if (auto wrong = wrong_without(*tails, folder, witnesses)) return wrong;
  for (const Tail& tail : *tails) {
    if (auto failed = cut_off(tail, warn)) return failed;
  }
  return std::nullopt;
}

}  // namespace countersign
