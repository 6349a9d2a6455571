#pragma once
#include <filesystem>
#include <optional>
#include <string>

#include "core/random_source.h"
#include "core/result.h"
#include "events/crypto/master_key.h"
#include "tools/options/settings.h"

namespace countersign {

struct OpenedMasterKey {
  MasterKey key;
  std::filesystem::path path;  // empty: a command printed it
  bool made = false;           // just now, which is fit for development only
};

// The key of an installation: from the file or the command, or from the default place beside
// the data folder. A file is made where it is missing, but only while the folder holds nothing
// that another key may have encrypted, and never inside the folder itself.
// Failures are one sentence for the operator.
Result<OpenedMasterKey, std::string> open_master_key(const std::filesystem::path& data,
                                                     const MasterKeySource& source,
                                                     RandomSource& random);

}  // namespace countersign
