#include "tools/machine/program_beside_us.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include "tests/events/support/temp_folder.h"

namespace countersign::program_beside_us_test {

namespace fs = std::filesystem;

TEST_CASE("a program is found beside this one, and where a package puts it") {
  const TempFolder folder;
  const fs::path bin = folder.path() / "bin";
  CHECK(program_beside(bin, "other") == bin / "other");  // nowhere: where it is first looked for
  for (const char* place : {"lib/countersign", "libexec/countersign", "bin"}) {
    fs::create_directories(folder.path() / place);
    const fs::path program = folder.path() / place / "other";
    std::ofstream(program) << "";
    CHECK(program_beside(bin, "other") == program);  // before those that came earlier
  }
}

TEST_CASE("this program is found by the link of the kernel") {
  const fs::path us = fs::read_symlink("/proc/self/exe");
  CHECK(program_beside_us(us.filename().c_str()) == us);
  CHECK_FALSE(wrong_with_machine().has_value());
}

}  // namespace countersign::program_beside_us_test
