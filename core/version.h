#pragma once
#include <string_view>

namespace countersign {

// The release, by semantic versioning (semver.org). The only place that states it: CMakeLists.txt
// reads this line, and tests/sources/version_test.cc holds the pages and packages that repeat it.
inline constexpr std::string_view kVersion = "0.2.0";

}  // namespace countersign
