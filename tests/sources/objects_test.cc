// The bound on what the compiler makes of a source.
#include <doctest/doctest.h>

#include <cstdint>
#include <filesystem>
#include <string>

namespace countersign::test::objects_test {

// The largest object file has 17 MB under the sanitizers. A far larger one means symbols whose
// names repeat each other, as those of nested lambdas do; each program and each test that links the
// object is as large.
constexpr std::uintmax_t kObjectMax = 64ull << 20;

TEST_CASE("No object file of the build is larger than 64 MiB") {
  std::size_t seen = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(COUNTERSIGN_BUILD_DIR)) {
    if (entry.path().extension() != ".o" || !entry.is_regular_file()) continue;
    ++seen;
    const std::string name = entry.path().string();
    const std::uintmax_t size = entry.file_size();
    CHECK_MESSAGE(size <= kObjectMax, name, " has ", size, " bytes");
  }
  CHECK(seen > 0);
}

}  // namespace countersign::test::objects_test
