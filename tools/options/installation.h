#pragma once
#include <filesystem>
#include <string>

namespace countersign {

// Returns whether a folder has a part of a data folder in it, or cannot be looked into.
bool looks_like_data_folder(const std::filesystem::path& folder);

// The sentence that refuses a folder of other files.
std::string not_a_data_folder(const std::filesystem::path& folder);

}  // namespace countersign
