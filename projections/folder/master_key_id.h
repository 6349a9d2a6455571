#pragma once
#include <filesystem>
#include <optional>
#include <string>

#include "core/machine/files/atomic_file.h"
#include "events/crypto/keys/master_key.h"

namespace countersign {

// The file MASTER-KEY-ID of a data folder: one line, the identifier of the master key in
// hexadecimal digits. It is no secret, and detects a wrong key before that key does harm.
AtomicFile master_key_id_file(const std::filesystem::path& folder);
std::string master_key_id_line(const Digest& id);

// The sentence that refuses `key` for the folder, or a file that is damaged or cannot be read. None
// if the folder is of this key, or has no such file yet.
std::optional<std::string> wrong_master_key(const std::filesystem::path& folder,
                                            const MasterKey& key);

}  // namespace countersign
