#include "core/machine/files/atomic_file.h"

#include <fmt/format.h>

#include <system_error>

#include "core/machine/files/file_access.h"
#include "core/machine/files/held_folder.h"

namespace countersign {
namespace {

bool is_there(const std::filesystem::path& path) {
  std::error_code ignored;
  return std::filesystem::exists(std::filesystem::symlink_status(path, ignored));
}

std::optional<std::string> sentence_of(std::optional<FolderFault> fault) {
  if (!fault) return std::nullopt;
  return std::move(fault->why);
}

}  // namespace

bool AtomicFile::exists() const { return is_there(path_); }

bool AtomicFile::was_begun() const {
  return is_there(folder_of(path_) / HeldFolder::fresh_name_of(path_.filename().string()));
}

Result<std::optional<std::string>, std::string> AtomicFile::read() const {
  const auto folder = HeldFolder::open(folder_of(path_));
  if (!folder && folder.error().not_there) return std::optional<std::string>();
  if (!folder) return folder.error().why;
  auto text = folder->read(path_.filename().string(), kBytesMax);
  if (!text && text.error().not_there) return std::optional<std::string>();
  if (!text) return text.error().why;
  return std::optional(*std::move(text));
}

std::optional<std::string> AtomicFile::write(std::string_view text) const {
  const auto folder = HeldFolder::open(folder_of(path_));
  if (!folder) return folder.error().why;
  return sentence_of(folder->replace(path_.filename().string(), text));
}

std::optional<std::string> AtomicFile::remove() const {
  const auto folder = HeldFolder::open(folder_of(path_));
  if (!folder) return folder.error().why;
  if (auto failed = folder->remove(path_.filename().string())) return std::move(failed->why);
  return sentence_of(folder->sync());
}

}  // namespace countersign
