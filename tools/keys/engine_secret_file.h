#pragma once
#include <filesystem>
#include <optional>
#include <string>

#include "core/result.h"
#include "events/crypto/secret.h"

namespace countersign {

// What an external engine knows us by: the content of a file for its owner alone, visible ASCII in
// one line; "" when there is no file. The error names the file, and nothing in it.
Result<Secret, std::string> open_engine_secret(const std::optional<std::filesystem::path>& file);

// Why a file of certificates, PEM, cannot be used; none when it can. "" is no file.
std::optional<std::string> wrong_with_authorities(const std::filesystem::path& file);

}  // namespace countersign
