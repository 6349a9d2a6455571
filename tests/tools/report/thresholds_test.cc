#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "core/inspection/thresholds/threshold_text.h"
#include "events/crypto/sha256.h"
#include "tools/report/threshold_list.h"

namespace countersign::thresholds_test {

constexpr std::string_view kBegin = "<!-- `countersign thresholds --markdown` -->\n";
constexpr std::string_view kEnd = "<!-- end -->\n";

std::string content_of(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

TEST_CASE("the page's table of thresholds is what the command prints") {
  const std::string path = COUNTERSIGN_SOURCE_DIR "/docs/inspection.md";
  std::string page = content_of(path);
  const std::size_t begin = page.find(kBegin);
  const std::size_t end = page.find(kEnd);
  REQUIRE(begin != std::string::npos);
  REQUIRE(end != std::string::npos);
  const std::size_t table = begin + kBegin.size();
  const std::string expected = thresholds_markdown({});
  if (std::getenv("COUNTERSIGN_WRITE_DOCS") != nullptr) {
    std::ofstream(path) << page.substr(0, table) << expected << page.substr(end);
    return;
  }
  CHECK(page.substr(table, end - table) == expected);
}

TEST_CASE("a list of thresholds has their hash, levels, units and meanings") {
  Thresholds set;
  set.document.edge_width_mm = {0.12, 0.1};
  set.mrz.required_on_cards = true;
  const std::string json = thresholds_json(set);
  CHECK(json.find(R"("sha256":")" + to_hex(sha256(canonical_text(set))) + "\"") !=
        std::string::npos);
  CHECK(json.find(R"({"name":"document-edge-width","unit":"mm","error":0.12,"warning":0.1,)"
                  R"("from":0.01,"to":2,)") != std::string::npos);
  CHECK(json.find(
            R"({"name":"mrz-required-on-cards","unit":"switch","error":"yes","warning":null,)") !=
        std::string::npos);
}

}  // namespace countersign::thresholds_test
