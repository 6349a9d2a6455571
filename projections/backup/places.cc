#include "projections/backup/places.h"

#include <sys/stat.h>

#include <cstdint>
#include <optional>
#include <string>
#include <system_error>

namespace countersign {
namespace {

namespace fs = std::filesystem;

std::optional<std::uint64_t> device_of(const fs::path& path) {
  struct ::stat status {};
  if (::stat(path.c_str(), &status) != 0) return std::nullopt;
  return status.st_dev;
}

}  // namespace

bool lies_in(const fs::path& path, const fs::path& folder) {
  std::error_code ignored;
  const auto canonical = [&](const fs::path& any) {
    return (fs::weakly_canonical(fs::absolute(any, ignored), ignored) / "").string();
  };
  return canonical(path).starts_with(canonical(folder));
}

bool share_a_disk(const fs::path& a, const fs::path& b) { return device_of(a) == device_of(b); }

}  // namespace countersign
