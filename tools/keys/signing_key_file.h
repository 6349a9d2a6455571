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
  bool made = false;  // created just now
};

// Opens the key that signs the log's checkpoints. The key's name is the log's name, its origin. The
// file is `path`, or `<data>.signing.key` beside the data folder. Creates a missing key, but only
// while no checkpoint of the log has been signed, and never inside the data folder, whose copies
// must not hold it. Refuses an `origin` that is not the key's name. A key created without an
// `origin` gets a unique name. The file holds `PRIVATE+KEY+<name>+<id>+<base64>`, the format of
// Go's sumdb/note. An error is one sentence for the operator.
Result<OpenedSigningKey, std::string> open_signing_key(
    const std::filesystem::path& data,
    const std::optional<std::filesystem::path>& path,
    const std::optional<std::string>& origin,
    RandomSource& random);

// Opens the key with which a witness cosigns, from a file of the same format. Creates a missing
// key, but only while the witness's folder `state` is empty or absent. Refuses a `name` that is not
// the key's.
Result<OpenedSigningKey, std::string> open_witness_key(const std::filesystem::path& file,
                                                       const std::filesystem::path& state,
                                                       const std::optional<std::string>& name,
                                                       RandomSource& random);

}  // namespace countersign
