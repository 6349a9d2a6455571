#include "core/event/vault_file.h"

#include <algorithm>
#include <utility>

namespace countersign {
namespace {

bool is_in_container(const StoredFile& file) { return file.container.has_value(); }

// REQUIRES: `files` is not empty, and each is in a container.
bool fill_a_container(std::span<const StoredFile> files) {
  const StoredFile& first = files.front();
  if (first.container->id != first.file) return false;
  std::uint64_t end = 0;
  for (const StoredFile& file : files) {
    const bool is_beside = file.container->id == first.container->id &&
                           file.container->size_bytes == first.container->size_bytes &&
                           file.day == first.day;
    if (!is_beside || file.container->offset != end) return false;
    if (file.size_bytes > file.container->size_bytes - end) return false;
    end += file.size_bytes;
  }
  return end == first.container->size_bytes;
}

}  // namespace

VaultFile vault_file_of(const StoredFile& file) {
  if (!file.container) return {file.file, file.day, file.size_bytes, 1, file.size_bytes};
  return {file.container->id, file.day, file.container->size_bytes, 1, file.size_bytes};
}

std::vector<VaultFile> vault_files_of(std::span<const StoredFile> files) {
  std::vector<VaultFile> found;
  for (const StoredFile& file : files) {
    VaultFile holder = vault_file_of(file);
    if (found.empty() || found.back().id != holder.id || found.back().day != holder.day) {
      found.push_back(std::move(holder));
      continue;
    }
    ++found.back().files;
    found.back().file_bytes += file.size_bytes;
  }
  return found;
}

bool are_placed_well(std::span<const StoredFile> files, std::span<const StoredFile> earlier) {
  if (std::ranges::none_of(files, is_in_container)) return true;
  if (!std::ranges::all_of(files, is_in_container) || !fill_a_container(files)) return false;
  return std::ranges::none_of(earlier, [&](const StoredFile& other) {
    return vault_file_of(other).id == files.front().container->id;
  });
}

}  // namespace countersign
