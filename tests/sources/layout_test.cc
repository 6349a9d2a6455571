// The law of where a test lies: in the folder that bears the name of the product's.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "tests/sources/support/sources.h"

namespace countersign::test::layout_test {

// The folders of the product whose tests lie in folders of the same names.
const std::vector<std::string> kAreas{"core/", "events/", "projections/", "http/", "tools/"};

// The folders below a mirrored one that bear no product's name: what tests several units at once,
// and what tests are made of.
const std::set<std::string> kOwnNames{"support", "together", "decisions", "doors"};

std::string folder_of(const std::string& path) { return path.substr(0, path.rfind('/')); }
std::string name_of(const std::string& path) { return path.substr(path.rfind('/') + 1); }

bool lies_in_an_area(const std::string& path) {
  for (const std::string& area : kAreas) {
    if (path.starts_with(area)) return true;
  }
  return false;
}

// The path of a file of tests/ below it, or nullopt for one that mirrors no folder of the product.
std::optional<std::string> mirrored(const std::string& path) {
  static const std::string root = "tests/";
  if (!path.starts_with(root) || !lies_in_an_area(path.substr(root.size()))) return std::nullopt;
  return path.substr(root.size());
}

// The header that a test includes before doctest's: its unit's, by the order of clang-format.
std::optional<std::string> unit_of(const SourceFile& test) {
  static const std::regex include("^#include [\"<]([^\">]+)[\">]");
  std::optional<std::string> first;
  std::smatch match;
  for (const std::string& line : test.lines) {
    if (!std::regex_search(line, match, include)) continue;
    if (first) return match[1] == "doctest/doctest.h" ? first : std::nullopt;
    if (!lies_in_an_area(match[1])) return std::nullopt;
    first = match[1];
  }
  return std::nullopt;
}

bool includes(const SourceFile& file, const std::string& header) {
  return std::ranges::find(file.lines, "#include \"" + header + "\"") != file.lines.end();
}

const std::vector<SourceFile>& code() {
  static const std::vector<SourceFile> files = files_ending_in({".h", ".cc"});
  return files;
}

TEST_CASE("a test's unit is the header above doctest's") {
  CHECK(unit_of({"a", {"#include \"core/ids.h\"", "#include <doctest/doctest.h>"}}) ==
        "core/ids.h");
  CHECK(unit_of({"a", {"#include <doctest/doctest.h>", "#include \"core/ids.h\""}}) ==
        std::nullopt);
  CHECK(unit_of({"a", {"#include \"tests/a.h\"", "#include <doctest/doctest.h>"}}) == std::nullopt);
}

TEST_CASE("a test of a unit lies in the folder that bears the unit's name") {
  std::size_t tests = 0;
  for (const SourceFile& file : code()) {
    const auto path = mirrored(file.path);
    if (!path || !path->ends_with("_test.cc")) continue;
    ++tests;
    const auto unit = unit_of(file);
    if (!unit) continue;
    CHECK_MESSAGE(folder_of(*path) == folder_of(*unit), file.path, " tests ", *unit);
  }
  CHECK(tests > 300);
}

TEST_CASE("a test that bears the name of a unit that it includes lies in that unit's folder") {
  std::map<std::string, std::vector<std::string>> headers;  // of the product, by their stems
  for (const SourceFile& file : code()) {
    if (!lies_in_an_area(file.path) || !file.path.ends_with(".h")) continue;
    const std::string name = name_of(file.path);
    headers[name.substr(0, name.size() - 2)].push_back(file.path);
  }
  static const std::string ending = "_test.cc";
  for (const SourceFile& file : code()) {
    const auto path = mirrored(file.path);
    if (!path || !path->ends_with(ending)) continue;
    if (kOwnNames.contains(name_of(folder_of(*path)))) continue;
    const std::string name = name_of(*path);
    const auto named = headers.find(name.substr(0, name.size() - ending.size()));
    if (named == headers.end()) continue;
    for (const std::string& header : named->second) {
      if (!includes(file, header)) continue;
      CHECK_MESSAGE(folder_of(*path) == folder_of(header), file.path, " tests ", header);
    }
  }
}

TEST_CASE("every folder of tests bears a product's name or says what it is for") {
  std::set<std::string> product;
  for (const SourceFile& file : code()) {
    if (!lies_in_an_area(file.path)) continue;
    for (std::string folder = folder_of(file.path);;) {
      product.insert(folder);
      if (folder.find('/') == std::string::npos) break;
      folder = folder_of(folder);
    }
  }
  for (const SourceFile& file : code()) {
    const auto path = mirrored(file.path);
    if (!path) continue;
    const std::string folder = folder_of(*path);
    const bool own = kOwnNames.contains(name_of(folder));
    CHECK_MESSAGE(product.contains(own ? folder_of(folder) : folder), file.path);
  }
}

TEST_CASE("the names of a test lie in a namespace that bears its file's name, and no other's") {
  static const std::regex opening(R"(^namespace countersign(::\w+)*::(\w+) \{$)");
  std::map<std::string, std::string> files;  // by the namespace
  for (const SourceFile& file : code()) {
    if (!file.path.starts_with("tests/") || !file.path.ends_with("_test.cc")) continue;
    if (file.path.starts_with("tests/fuzz/")) continue;
    const std::string name = name_of(file.path);
    const std::string stem = name.substr(0, name.size() - 3);
    std::vector<std::string> opened;
    std::smatch match;
    for (const std::string& line : file.lines) {
      if (line.starts_with("namespace ") && line.ends_with(" {")) opened.push_back(line);
    }
    CAPTURE(file.path);
    REQUIRE_FALSE(opened.empty());
    REQUIRE(std::regex_match(opened.front(), match, opening));
    CHECK(match[2].str().ends_with(stem));
    // A specialization is in its template's namespace, around which the test's own is opened twice.
    const std::string enclosing = opened.front().substr(0, opened.front().rfind("::")) + " {";
    for (const std::string& each : opened) CHECK((each == opened.front() || each == enclosing));
    CHECK_MESSAGE(files.emplace(opened.front(), file.path).second, opened.front());
  }
  CHECK(files.size() > 400);
}

}  // namespace countersign::test::layout_test
