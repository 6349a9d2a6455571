#pragma once
#include <filesystem>

// Where two places are to each other. Both functions read the file system; any thread.
namespace countersign {

// True if `path` is `folder` or lies in it, links resolved; neither need exist.
bool lies_in(const std::filesystem::path& path, const std::filesystem::path& folder);

// True if both are on the same file system, or if neither can be looked at.
bool share_a_disk(const std::filesystem::path& a, const std::filesystem::path& b);

}  // namespace countersign
