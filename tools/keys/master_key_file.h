#pragma once
#include <filesystem>
#include <optional>
#include <string>

#include "core/random_source.h"
#include "core/result.h"
#include "events/crypto/keys/master_key.h"
#include "tools/options/settings.h"

namespace countersign {

struct OpenedMasterKey {
  MasterKey key;
  std::filesystem::path path;  // empty: a command printed it
  bool made = false;           // created just now, which is fit for development only
};

// Opens the master key of an installation: from the file or the command, or by default from the
// file beside the data folder. Creates a missing file, but only while the data folder is empty or
// absent, since its content may be encrypted with another key, and never inside the data folder. An
// error is one sentence for the operator.
Result<OpenedMasterKey, std::string> open_master_key(const std::filesystem::path& data,
                                                     const MasterKeySource& source,
                                                     RandomSource& random);

}  // namespace countersign
