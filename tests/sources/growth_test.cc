#include <doctest/doctest.h>

#include <algorithm>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "tests/sources/support/sources.h"

// The lists of what grows in docs/reliability.md, held against the code: a new view, part of the
// data folder, container in memory, thread or label of the metrics has to say there what bounds it.
namespace countersign::test::growth_test {

using Names = std::set<std::string>;

// The rows of the table below a heading of the page, without the table's head.
std::vector<std::string> rows_below(const std::string& heading) {
  std::vector<std::string> rows;
  bool is_below = false;
  for (const std::string& line : read_source("docs/reliability.md").lines) {
    if (line.starts_with("#")) is_below = line == heading;
    if (is_below && line.starts_with("| `")) rows.push_back(line);
  }
  REQUIRE_MESSAGE(!rows.empty(), heading);
  return rows;
}

// The first cells of the rows, without their quotes: "tokens t" of "| `tokens` `t` | ...".
Names first_cells(const std::string& heading) {
  Names cells;
  for (const std::string& row : rows_below(heading)) {
    std::string cell = row.substr(2, row.find(" |", 2) - 2);
    std::erase(cell, '`');
    CHECK_MESSAGE(cells.insert(cell).second, "two rows of ", cell);
  }
  return cells;
}

// The texts in quotes in the cells below a heading.
Names quoted_below(const std::string& heading) {
  static const std::regex quoted("`([^`]+)`");
  Names names;
  for (const std::string& row : rows_below(heading)) {
    for (std::sregex_iterator at(row.begin(), row.end(), quoted), end; at != end; ++at) {
      names.insert((*at)[1]);
    }
  }
  return names;
}

// The first groups of all matches in a text.
Names found_in(const std::string& text, const std::regex& pattern) {
  Names found;
  for (std::sregex_iterator at(text.begin(), text.end(), pattern), end; at != end; ++at) {
    found.insert((*at)[1]);
  }
  return found;
}

// Puts two lists side by side: what is in one alone fails, by its name.
void check_same(const Names& of_code, const Names& of_page) {
  for (const std::string& name : of_code) {
    CHECK_MESSAGE(of_page.contains(name), "the page has no row of ", name);
  }
  for (const std::string& name : of_page) {
    CHECK_MESSAGE(of_code.contains(name), "the code has no ", name);
  }
}

bool lies_below(const std::string& path, const std::vector<std::string>& folders) {
  return std::ranges::any_of(folders,
                             [&](const auto& each) { return path.starts_with(each + "/"); });
}

// The headers that a server's process has objects of, for as long as it runs.
std::vector<SourceFile> headers_of_the_server() {
  std::vector<SourceFile> found;
  for (SourceFile& file : files_ending_in({".h"})) {
    if (lies_below(file.path,
                   {"core/machine",
                    "events/checkpoints",
                    "events/rocks",
                    "events/vault",
                    "events/writer",
                    "projections/erasure",
                    "projections/folder",
                    "projections/queries",
                    "projections/retention",
                    "http",
                    "tools/server"})) {
      found.push_back(std::move(file));
    }
  }
  return found;
}

// The letters that a view's keys begin with: those of `ViewKey().letter('t')`, of an enum whose
// values are letters, and of a queue of what expires.
Names letters_of_keys(const std::string& header, const std::string& source) {
  static const std::regex in_source(R"(ViewKey\(\)\s*\.letter\('(\w)'\))");
  static const std::regex in_enum(R"(\b[A-Z]\w* = '(\w)')");
  static const std::regex in_days(R"(key_of_day\('(\w)')");
  Names letters = found_in(source, in_source);
  letters.merge(found_in(header, in_enum));
  letters.merge(found_in(source, in_days));
  if (source.find("ExpiryQueue ") != source.npos) letters.insert("q");
  return letters;
}

TEST_CASE("each view, and each letter that its keys begin with, has a row on what it grows with") {
  static const std::regex name_of(R"re(\.name = "(\w+)")re");
  Names views;
  std::size_t count = 0;
  for (const SourceFile& file : files_ending_in({".cc"})) {
    if (!file.path.starts_with("projections/views/")) continue;
    const std::string source = text_of(file);
    const Names names = found_in(source, name_of);
    if (names.empty()) continue;
    ++count;
    REQUIRE_MESSAGE(names.size() == 1, file.path);
    const std::string header =
        text_of(read_source(file.path.substr(0, file.path.size() - 2) + "h"));
    const Names letters = letters_of_keys(header, source);
    for (const std::string& letter : letters) views.insert(*names.begin() + ' ' + letter);
    if (letters.empty()) views.insert(*names.begin());
  }
  CHECK(count == 27);  // as many as there are key spaces in use
  check_same(views, first_cells("### The views"));
}

TEST_CASE("each key space in use is that of one view") {
  static const std::regex in_use(R"(ViewSpace (k\w+) = \d+;(?!  // removed))");
  static const std::regex used(R"(\.space = space::(k\w+))");
  Names of_views;
  for (const SourceFile& file : files_ending_in({".cc"})) {
    if (file.path.starts_with("projections/views/")) of_views.merge(found_in(text_of(file), used));
  }
  CHECK(found_in(text_of(read_source("projections/fold/projection.h")), in_use) == of_views);
}

TEST_CASE("each family of tables has a row on what it grows with") {
  static const std::regex family(R"re(\{"(\w+)", \d+ \* kMebibyte)re");
  check_same(found_in(text_of(read_source("events/rocks/database/rocks_database.cc")), family),
             first_cells("### The tables"));
}

TEST_CASE("each part of a data folder has a row on what it grows with") {
  static const std::regex part(R"(\n//   <path>/([\w/-]+) )");
  check_same(found_in(text_of(read_source("projections/folder/data_folder.h")), part),
             first_cells("### The data folder"));
}

TEST_CASE("each container that a server keeps in memory has a row on what bounds it") {
  // The type is one of the standard library; the name is a member's, or a mutex guards it.
  static const std::regex container(
      R"(\n[^/\n]*std::(?:unordered_)?(?:multi)?(?:map|set|deque|list)<[^;()]*> )"
      R"((\w+_|\w+(?= GUARDED))[;{ ])");
  const Names named = quoted_below("### Memory");
  std::size_t count = 0;
  for (const SourceFile& file : headers_of_the_server()) {
    if (found_in(text_of(file), container).empty()) continue;
    ++count;
    CHECK_MESSAGE(named.contains(file.path), "no row of the page names ", file.path);
  }
  CHECK(count > 25);
}

TEST_CASE("each thread of a server has a row on what it does") {
  static const std::regex thread(R"(\n[^/\n]*(std::thread)[^;(]* \w+;)");
  const Names named = quoted_below("### Threads and jobs");
  std::size_t count = 0;
  for (const SourceFile& file : headers_of_the_server()) {
    if (found_in(text_of(file), thread).empty()) continue;
    ++count;
    CHECK_MESSAGE(named.contains(file.path), "no row of the page names ", file.path);
  }
  CHECK(count > 10);
}

TEST_CASE("each label of the metrics has a row on the values that it can have") {
  static const std::regex in_table(R"re(\.label = "(\w+)")re");
  static const std::regex in_code(R"re(\{"([a-z_]+)", (?:[a-z_]+[.(\->]|k[A-Z]))re");
  static const std::regex of_histogram(R"re(Label [a-z]+\{"([a-z]+)")re");
  Names labels{"le"};  // of every histogram
  for (const SourceFile& file : files_ending_in({".cc", ".h"})) {
    if (!lies_below(file.path, {"http", "tools"})) continue;
    const std::string text = text_of(file);
    if (text.find("PrometheusText") == text.npos) continue;
    labels.merge(found_in(text, in_table));
    labels.merge(found_in(text, in_code));
    labels.merge(found_in(text, of_histogram));
  }
  check_same(labels, first_cells("### Labels of the metrics"));
}

}  // namespace countersign::test::growth_test
