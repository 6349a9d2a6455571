#pragma once
#include <filesystem>
#include <optional>
#include <string>

#include "core/random_source.h"
#include "core/result.h"
#include "events/tlog/note/note_key.h"

namespace countersign {

struct OpenedSigningKey {
  tlog::SignerKey key;
  std::filesystem::path path;
  bool made = false;  // just now
};

// The key that signs the log's checkpoints, and with it the log's name, its origin: from
// `path`, or from `<data>.signing.key` beside the data folder. Made where it is missing, but only
// while nothing of the log has been signed, and never inside the data folder, whose copies
// must not hold it. An `origin` that is not the key's is refused; a key that is made without
// one gets a name that nobody else has. The file holds `PRIVATE+KEY+<name>+<id>+<base64>`, as
// Go's sumdb/note has it. Failures are one sentence for the operator.
Result<OpenedSigningKey, std::string> open_signing_key(
    const std::filesystem::path& data,
    const std::optional<std::filesystem::path>& path,
    const std::optional<std::string>& origin,
    RandomSource& random);

// The key with which a witness cosigns, under the same rules: made where it is missing, but only
// while the witness's folder `state` is empty or absent. A `name` that is not the key's is refused.
Result<OpenedSigningKey, std::string> open_witness_key(const std::filesystem::path& file,
                                                       const std::filesystem::path& state,
                                                       const std::optional<std::string>& name,
                                                       RandomSource& random);

}  // namespace countersign
