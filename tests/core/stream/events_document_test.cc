#include "tests/core/stream/events_document.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

namespace countersign::events_document_test {

TEST_CASE("the page of events says what the declarations say") {
  const std::string path = COUNTERSIGN_SOURCE_DIR "/docs/events.md";
  const std::string expected = test::events_document();
  if (std::getenv("COUNTERSIGN_WRITE_DOCS") != nullptr) std::ofstream(path) << expected;
  std::ifstream file(path);
  const std::string actual{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  CHECK(actual == expected);
}

}  // namespace countersign::events_document_test
