#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "core/result.h"
#include "events/crypto/secret.h"

namespace countersign {

// The secret that identifies this server to an external engine: the content of a file that is
// private to its owner, one line of visible ASCII; "" without a file. The error names the file, and
// nothing of its content.
Result<Secret, std::string> open_engine_secret(const std::optional<std::filesystem::path>& file);

// The same for a secret of another party, which the error calls `what`.
Result<Secret, std::string> open_secret_line(const std::filesystem::path& file,
                                             std::string_view what);

// Returns why a file of certificates (PEM) cannot be used, or nullopt if it can. "" means that
// there is no file.
std::optional<std::string> wrong_with_authorities(const std::filesystem::path& file);

}  // namespace countersign
