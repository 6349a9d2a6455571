// The bounds of docs/style.md, held against every file of the tree.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "tests/sources/support/ratchet.h"
#include "tests/sources/support/sources.h"

namespace countersign::test::tidy_test {

// `counts` has the present sizes. Only what the ratchet lists may be over the bound, and a listed
// size may not grow. A listed size that is much too large is lowered, and an entry that fits the
// bound leaves the list, so that the list only becomes shorter.
void check_ratchet(const std::map<std::string, std::size_t>& counts,
                   std::size_t bound,
                   const std::map<std::string, std::size_t>& listed) {
  constexpr std::size_t kSlack = 10;
  for (const auto& each : counts) {
    const auto& name = each.first;
    const std::size_t count = each.second;
    const auto entry = listed.find(name);
    const std::size_t most = entry == listed.end() ? bound : entry->second;
    CHECK_MESSAGE(count <= most, name, ": ", count, ", and at most ", most, " are allowed");
  }
  for (const auto& each : listed) {
    const auto& name = each.first;
    const std::size_t most = each.second;
    const auto entry = counts.find(name);
    const std::size_t count = entry == counts.end() ? 0 : entry->second;
    CHECK_MESSAGE(count > bound, name, " fits the bound: remove its entry from the ratchet");
    CHECK_MESSAGE(count + kSlack > most, name, ": lower its entry in the ratchet to ", count);
  }
}

bool is_comment(const std::string& line) {
  const std::size_t at = line.find_first_not_of(' ');
  return at != std::string::npos && line.compare(at, 2, "//") == 0;
}

// Bytes that do not continue a character of UTF-8.
std::size_t columns_of(const std::string& line) {
  return static_cast<std::size_t>(std::ranges::count_if(
      line, [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; }));
}

const std::vector<SourceFile>& code() {
  static const std::vector<SourceFile> files = files_ending_in({".h", ".cc"});
  return files;
}

std::string folder_of(const std::string& path) { return path.substr(0, path.rfind('/')); }

bool is_test(const std::string& path) { return path.starts_with("tests/"); }

bool is_product(const std::string& path) { return !is_test(path) && !path.starts_with("bench/"); }

// A list of programs rather than a room: a benchmark or a fuzzer is one file.
bool may_be_large(const std::string& folder) {
  return folder == "bench" || folder == "tests/fuzz/targets";
}

TEST_CASE("the tree is read whole") {
  CHECK(code().size() > 900);
  std::size_t functions = 0;
  for (const SourceFile& file : code()) functions += functions_of(file).size();
  CHECK(functions > 4000);
}

TEST_CASE("functions are found by their layout") {
  const SourceFile file{"a.cc",
                        {"int one(int a,",
                         "        int b) {",
                         "  if (a > b) {",
                         "    return a;",
                         "  }",
                         "  const auto f = [&](int c) {",
                         "    return c;",
                         "  };",
                         "  return f(b);",
                         "}",
                         "",
                         "struct S {",
                         "  S()",
                         "      : a(1),",
                         "        b(2) {",
                         "    a = 2;",
                         "  }",
                         "};",
                         "TEST_CASE(\"a sentence\") {",
                         "  CHECK(true);",
                         "}"}};
  const auto found = functions_of(file);
  REQUIRE(found.size() == 3);
  CHECK(found[0].name == "one");
  CHECK(found[0].lines == 7);
  CHECK(found[1].name == "S");
  CHECK(found[1].line == 13);
  CHECK(found[1].lines == 1);
  CHECK(found[2].name == "a sentence");
}

TEST_CASE("a line of code has at most 100 columns") {
  std::map<std::string, std::size_t> wide;
  for (const SourceFile& file : code()) {
    const auto count = std::ranges::count_if(
        file.lines, [](const std::string& line) { return columns_of(line) > 100; });
    if (count > 0) wide[file.path] = static_cast<std::size_t>(count);
  }
  check_ratchet(wide, 0, kWideLines);
}

TEST_CASE("a file of the product has at most 400 lines, and one of the tests at most 600") {
  std::map<std::string, std::size_t> lines;
  std::map<std::string, std::size_t> lines_of_tests;
  for (const SourceFile& file : code()) {
    (is_test(file.path) ? lines_of_tests : lines)[file.path] = file.lines.size();
  }
  check_ratchet(lines, 400, kLongFiles);
  check_ratchet(lines_of_tests, 600, {});
}

TEST_CASE("a script has at most 400 lines, of 100 columns") {
  std::size_t scripts = 0;
  for (const SourceFile& file : files_ending_in({".ts", ".css"})) {
    // A test makes the files of the first folder; in those of the second a text is a line.
    if (file.path.find("/generated/") != std::string::npos) continue;
    if (file.path.find("/texts/") != std::string::npos) continue;
    ++scripts;
    CHECK_MESSAGE(file.lines.size() <= 400, file.path);
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      CHECK_MESSAGE(columns_of(file.lines[i]) <= 100, file.path, " line ", i + 1);
    }
  }
  CHECK(scripts > 10);
}

TEST_CASE("a function has at most 60 lines") {
  std::map<std::string, std::size_t> lines;
  for (const SourceFile& file : code()) {
    for (const FunctionBody& function : functions_of(file)) {
      std::size_t& most = lines[file.path + ": " + function.name];
      most = std::max(most, function.lines);
    }
  }
  check_ratchet(lines, 60, kLongFunctions);
}

// A unit is what shares a stem: a header and its source.
TEST_CASE("a folder has at most 15 units of its own") {
  std::map<std::string, std::set<std::string>> stems;
  for (const SourceFile& file : code()) {
    const std::string stem = file.path.substr(0, file.path.rfind('.'));
    if (may_be_large(folder_of(file.path))) continue;
    stems[folder_of(file.path)].insert(stem);
  }
  std::map<std::string, std::size_t> units;
  for (const auto& [folder, names] : stems) units[folder] = names.size();
  check_ratchet(units, 15, kLargeFolders);
}

TEST_CASE("every folder of the product says in a README what may enter") {
  std::set<std::string> folders;
  for (const SourceFile& file : code()) {
    if (is_product(file.path)) folders.insert(folder_of(file.path));
  }
  std::set<std::string> described;
  for (const SourceFile& page : files_ending_in({"README.md"})) {
    described.insert(folder_of(page.path));
  }
  for (const std::string& folder : folders) {
    CAPTURE(folder);
    CHECK(described.contains(folder));
  }
}

TEST_CASE("a line of a page has at most 120 columns") {
  for (const SourceFile& page : files_ending_in({".md"})) {
    for (std::size_t i = 0; i < page.lines.size(); ++i) {
      if (page.lines[i].starts_with('|')) continue;  // a row of a table
      CHECK_MESSAGE(columns_of(page.lines[i]) <= 120, page.path, " line ", i + 1);
    }
  }
}

// A label such as `Kind::Started` is a value of an enum class; `rapidjson::kNullType` and
// `ZIP_SOURCE_OPEN` are not.
TEST_CASE("no switch over an enum class has a default") {
  static const std::regex label(R"(^\s*case .*::[A-Z]\w*:$)");
  for (const SourceFile& file : code()) {
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      const std::string& line = file.lines[i];
      const std::size_t indent = line.find("default:");
      if (indent == std::string::npos || line.find_first_not_of(' ') != indent) continue;
      for (std::size_t k = i; k-- > 0;) {
        const std::size_t at = file.lines[k].find_first_not_of(' ');
        if (at != std::string::npos && at < indent) break;  // the switch itself
        CHECK_MESSAGE(
            (at != indent || !std::regex_match(file.lines[k], label)), file.path, " line ", i + 1);
      }
    }
  }
}

TEST_CASE("a suppression of a check names the check and gives a reason") {
  static const std::regex suppression(R"(//.*\bNOLINT)");
  static const std::regex reasoned(
      R"(NOLINT(NEXTLINE|BEGIN)?\([a-zA-Z0-9\-,. ]+\): \w.*|NOLINTEND\()");
  for (const SourceFile& file : code()) {
    if (file.path == "tests/sources/tidy_test.cc") continue;
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      if (!std::regex_search(file.lines[i], suppression)) continue;
      CHECK_MESSAGE(std::regex_search(file.lines[i], reasoned), file.path, " line ", i + 1);
    }
  }
}

TEST_CASE("every check of clang-tidy that is off has a reason") {
  static const std::regex reason(R"(^# ([a-z\-A-Z.*]+): \w.+)");
  static const std::regex exclusion(R"(^\s+-([a-zA-Z][a-zA-Z\-.*]+),?$)");
  for (const char* path : {".clang-tidy", "tests/.clang-tidy"}) {
    CAPTURE(path);
    std::set<std::string> reasons;
    std::set<std::string> off;
    std::smatch match;
    for (const std::string& line : read_source(path).lines) {
      if (std::regex_match(line, match, reason)) reasons.insert(match[1]);
      if (std::regex_match(line, match, exclusion)) off.insert(match[1]);
    }
    CHECK(off.size() > 3);
    CHECK(off == reasons);
  }
}

TEST_CASE("every suppression of a sanitizer stands under its reason") {
  for (const char* path : {"tests/tsan.supp", "tests/fuzz/ubsan.ignore"}) {
    CAPTURE(path);
    bool has_reason = false;
    for (const std::string& line : read_source(path).lines) {
      if (line.starts_with("#")) has_reason = true;
      if (line.empty()) has_reason = false;
      if (!line.empty() && !line.starts_with("#")) CHECK_MESSAGE(has_reason, line);
    }
  }
}

TEST_CASE("no list of sources in CMake depends on what lies in a folder") {
  for (const SourceFile& file : files_ending_in({"CMakeLists.txt"})) {
    for (const std::string& line : file.lines) {
      if (line.starts_with("#")) continue;
      CAPTURE(file.path);
      CAPTURE(line);
      CHECK(line.find("if(EXISTS") == std::string::npos);
      CHECK(line.find("file(GLOB") == std::string::npos);
    }
  }
}

TEST_CASE("code holds no reminder of unfinished work") {
  static const std::regex reminder(R"(\b(TODO|FIXME|XXX|HACK)\b)");
  for (const SourceFile& file : code()) {
    if (file.path == "tests/sources/tidy_test.cc") continue;
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      if (!is_comment(file.lines[i])) continue;
      CHECK_MESSAGE(!std::regex_search(file.lines[i], reminder), file.path, " line ", i + 1);
    }
  }
}

}  // namespace countersign::test::tidy_test
