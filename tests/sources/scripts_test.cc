// The bounds of shell scripts: `dev`, the subjects that it reads, and the others of the tree.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "tests/sources/support/sources.h"

namespace countersign::test::scripts_test {

std::vector<SourceFile> shell_scripts() {
  std::vector<SourceFile> scripts = files_ending_in({".sh"});
  for (const char* path : {"dev", ".ci/run", ".ci/nightly"}) scripts.push_back(read_source(path));
  return scripts;
}

TEST_CASE("a shell script has at most 400 lines, of 120 columns") {
  const std::vector<SourceFile> scripts = shell_scripts();
  CHECK(scripts.size() > 10);
  for (const SourceFile& file : scripts) {
    CHECK_MESSAGE(file.lines.size() <= 400, file.path);
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      CHECK_MESSAGE(file.lines[i].size() <= 120, file.path, " line ", i + 1);
    }
  }
}

TEST_CASE("a shell script begins with a comment that says what it is") {
  for (const SourceFile& file : shell_scripts()) {
    CAPTURE(file.path);
    REQUIRE(file.lines.size() > 1);
    const bool has_interpreter = file.lines[0].starts_with("#!");
    CHECK(file.lines[has_interpreter ? 1 : 0].starts_with("# "));
  }
}

TEST_CASE("the developers' command is a page: what it does is in .ci/dev") {
  CHECK(read_source("dev").lines.size() <= 100);
  const std::vector<SourceFile> subjects = shell_scripts();
  CHECK(std::ranges::count_if(subjects, [](const SourceFile& file) {
          return file.path.starts_with(".ci/dev/");
        }) >= 10);
}

}  // namespace countersign::test::scripts_test
