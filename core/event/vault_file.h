#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/event/stored_file.h"
#include "core/ids.h"

// From the stored files, which the log and the clients name, to the files of the vault, which hold
// their bytes. Functions only; pure.
namespace countersign {

// A file of the vault, as stored files name it.
struct VaultFile {
  FileId id;
  std::string day;               // its folder
  std::uint64_t size_bytes = 0;  // of its plain bytes
  std::uint64_t files = 1;       // stored files that it holds, of those that were asked about
  std::uint64_t file_bytes = 0;  // of those stored files
  bool operator==(const VaultFile&) const = default;
};

// The vault's file with the bytes of this file.
VaultFile vault_file_of(const StoredFile& file);

// The vault's files with the bytes of these files, each once, in the order of `files`. REQUIRES:
// files of one container stand together, as those of one submission do.
std::vector<VaultFile> vault_files_of(std::span<const StoredFile> files);

// Whether the files of one submission may be stored like this beside those of earlier ones: each is
// a file of the vault, or together they fill a container from its first byte to its last, without a
// gap and without an overlap. The container has the id of the first, and is none of `earlier`. Any
// numbers are allowed.
bool are_placed_well(std::span<const StoredFile> files, std::span<const StoredFile> earlier);

}  // namespace countersign
