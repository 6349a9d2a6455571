#include "projections/folder/hold_folder.h"

#include <fmt/format.h>

#include <system_error>

#include "core/machine/files/durable_folder.h"
#include "core/machine/files/file_access.h"

namespace countersign {
namespace {

// Anyone with write access to these folders can replace the key slots, the anchor, or the socket to
// which operators talk. The files in them are as safe as the folders are.
std::optional<std::string> open_to_others(const std::filesystem::path& path) {
  if (auto wrong = wrong_with_place_of(path, "data folder")) return wrong;
  if (auto wrong = wrong_with_folder(path, "data folder")) return wrong;
  for (const char* part : {"keys", "log", "files", "checkpoints", "webhooks"}) {
    if (auto wrong = wrong_with_folder(path / part, "folder")) return wrong;
  }
  return std::nullopt;
}

std::optional<std::string> make_folder(const std::filesystem::path& path) {
  const std::error_code error = make_durable_folder(path, 0700);
  if (!error) return std::nullopt;
  return fmt::format("cannot make the data folder {}: {}", path.string(), error.message());
}

}  // namespace

Result<std::optional<FolderLock>, std::string> hold_folder(const std::filesystem::path& path,
                                                           bool read_only) {
  if (!read_only) {
    if (auto error = make_folder(path)) return *std::move(error);
  }
  if (auto error = open_to_others(path)) return *std::move(error);
  if (read_only) return std::optional<FolderLock>();
  // RocksDB's own lock is a file, which somebody may have removed.
  auto lock = FolderLock::take(path);
  if (lock) return std::optional<FolderLock>(*std::move(lock));
  if (lock.error() == std::errc::operation_would_block) {
    return fmt::format("the data folder {} is in use by another process", path.string());
  }
  // Nothing else would keep two processes from writing to it.
  return fmt::format("cannot lock the data folder {}, whose file system must have flock(2): {}",
                     path.string(),
                     lock.error().message());
}

}  // namespace countersign
