#include <doctest/doctest.h>

#include <regex>
#include <set>
#include <string>
#include <vector>

#include "tests/sources/sources.h"

// Each promise of SECURITY.md names its tests. Checks that those tests exist.
namespace countersign::test {
namespace {

// The text between each `from` and the next `to` after it.
std::vector<std::string> quoted(const std::string& text, const std::string& from, char to) {
  std::vector<std::string> found;
  for (std::size_t at = text.find(from); at != text.npos; at = text.find(from, at)) {
    at += from.size();
    const std::size_t end = text.find(to, at);
    if (end == text.npos) break;
    found.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return found;
}

// Adds the names of the tests below `folder`. A long name is on the line after its macro.
void add_names(const std::string& folder,
               const std::string& ending,
               const std::regex& name_of,
               std::set<std::string>& names) {
  for (const SourceFile& file : files_ending_in({ending})) {
    if (!file.path.starts_with(folder)) continue;
    const std::string text = text_of(file);
    for (std::sregex_iterator at(text.begin(), text.end(), name_of), end; at != end; ++at) {
      names.insert((*at)[1]);
    }
  }
}

std::set<std::string> test_names() {
  std::set<std::string> names;
  static const std::regex of_doctest(R"re(TEST_CASE(?:\(|_FIXTURE\(\w+,)\s*"([^"]*)")re");
  static const std::regex of_node(R"re(\ntest\('([^']*)')re");
  add_names("tests/", ".cc", of_doctest, names);
  add_names("tests/browser/", ".test.ts", of_node, names);
  return names;
}

// The rows of the tables whose second column is "test".
struct Promise {
  std::string sentence;
  std::vector<std::string> tests;
};
std::vector<Promise> promises() {
  std::vector<Promise> found;
  bool in_table = false;
  for (const std::string& line : read_source("SECURITY.md").lines) {
    if (line == "| promise | test |") in_table = true;
    if (!line.starts_with("|")) in_table = false;
    if (!in_table || line.starts_with("|---") || line == "| promise | test |") continue;
    const std::size_t column = line.find(" | ");
    REQUIRE_MESSAGE(column != line.npos, line);
    found.push_back({line.substr(2, column - 2), quoted(line.substr(column), "`", '`')});
  }
  return found;
}

}  // namespace

TEST_CASE("every promise about security names tests that exist") {
  const std::set<std::string> names = test_names();
  REQUIRE(names.size() > 1000);
  const std::vector<Promise> made = promises();
  CHECK(made.size() > 20);
  for (const Promise& promise : made) {
    CAPTURE(promise.sentence);
    CHECK_FALSE(promise.tests.empty());
    for (const std::string& test : promise.tests) CHECK_MESSAGE(names.contains(test), test);
  }
}

}  // namespace countersign::test
