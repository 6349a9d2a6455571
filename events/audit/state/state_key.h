#pragma once
#include <filesystem>
#include <string>

#include "core/result.h"
#include "events/crypto/keys/master_key.h"

namespace countersign {

// Reads the key of an auditor's states: a file of its own, in the form of a master key file, as
// `countersign key make` makes one. An error is one sentence for the auditor. REQUIRES: the file is
// not in the folder of the state.
Result<MasterKey, std::string> load_state_key(const std::filesystem::path& file);

}  // namespace countersign
