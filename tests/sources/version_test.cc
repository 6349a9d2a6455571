// The release stands in core/version.h; what repeats it says the same.
#include "core/version.h"

#include <doctest/doctest.h>

#include <regex>
#include <string>

#include "tests/sources/support/sources.h"

namespace countersign::test::version_test {

TEST_CASE("the npm package has the version of the programs") {
  const std::string package = text_of(read_source("http/pages/sdk/package.json"));
  CHECK(package.find("\"version\": \"" + std::string(kVersion) + "\"") != std::string::npos);
}

TEST_CASE("the pages name the package of this version") {
  static const std::regex name(R"(countersign-capture-(\d+\.\d+\.\d+)\.tgz)");
  std::size_t names = 0;
  for (const SourceFile& page : files_ending_in({".md"})) {
    const std::string text = text_of(page);
    for (std::sregex_iterator match(text.begin(), text.end(), name), end; match != end; ++match) {
      ++names;
      CHECK_MESSAGE((*match)[1] == std::string(kVersion), page.path);
    }
  }
  CHECK(names > 0);
}

TEST_CASE("the changelog has a section for this version, the newest first") {
  for (const std::string& line : read_source("CHANGELOG.md").lines) {
    if (!line.starts_with("## [")) continue;
    CHECK(line.starts_with("## [" + std::string(kVersion) + "]"));
    return;
  }
  FAIL("the changelog has no section");
}

}  // namespace countersign::test::version_test
