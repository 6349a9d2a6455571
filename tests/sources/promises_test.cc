#include <doctest/doctest.h>

#include <regex>
#include <set>
#include <string>
#include <vector>

#include "tests/sources/support/sources.h"

// Each promise of SECURITY.md names its tests, and so does each line on who may do what. Checks
// that those tests exist.
namespace countersign::test::promises_test {

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

// The tables whose last column is "test". libraries_test.cc has the one of libraries.
constexpr const char* kPromises = "| promise | test |";
constexpr const char* kPeople = "| who | may, and to whom | may not | test |";

// Their rows.
struct Promise {
  std::string sentence;
  std::vector<std::string> tests;
};
std::vector<Promise> promises() {
  std::vector<Promise> found;
  bool in_table = false;
  for (const std::string& line : read_source("SECURITY.md").lines) {
    const bool is_head = line == kPromises || line == kPeople;
    if (is_head) in_table = true;
    if (!line.starts_with("|")) in_table = false;
    if (!in_table || line.starts_with("|---") || is_head) continue;
    const std::size_t column = line.rfind(" | ");
    REQUIRE_MESSAGE(column != line.npos, line);
    found.push_back({line.substr(2, column - 2), quoted(line.substr(column), "`", '`')});
  }
  return found;
}

// The tests that a text names among its settings and calls: a name begins with a small letter and
// has several words.
std::vector<std::string> tests_named_in(const std::string& text) {
  std::vector<std::string> found;
  for (std::size_t at = text.find('`'); at != text.npos; at = text.find('`', at)) {
    const std::size_t end = text.find('`', at + 1);
    if (end == text.npos) break;
    std::string name = text.substr(at + 1, end - at - 1);
    at = end + 1;
    if (name[0] < 'a' || name[0] > 'z' || name.find(' ') == name.npos) continue;
    found.push_back(std::move(name));
  }
  return found;
}

TEST_CASE("every promise about security names tests that exist") {
  const std::set<std::string> names = test_names();
  REQUIRE(names.size() > 1000);
  const std::vector<Promise> made = promises();
  CHECK(made.size() > 100);
  for (const Promise& promise : made) {
    CAPTURE(promise.sentence);
    CHECK_FALSE(promise.tests.empty());
    for (const std::string& test : promise.tests) CHECK_MESSAGE(names.contains(test), test);
  }
}

TEST_CASE("what is not defended names tests that exist") {
  const std::set<std::string> names = test_names();
  const std::string page = text_of(read_source("SECURITY.md"));
  const std::size_t from = page.find("## What is not defended");
  REQUIRE(from != page.npos);
  const std::vector<std::string> tests = tests_named_in(page.substr(from));
  CHECK(tests.size() >= 3);
  for (const std::string& test : tests) CHECK_MESSAGE(names.contains(test), test);
}

}  // namespace countersign::test::promises_test
