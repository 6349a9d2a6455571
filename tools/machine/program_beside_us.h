#pragma once
#include <filesystem>

namespace countersign {

// The path of another program of this installation, in the same folder as this one.
inline std::filesystem::path program_beside_us(const char* program) {
  return std::filesystem::read_symlink("/proc/self/exe").parent_path() / program;
}

}  // namespace countersign
