#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "tests/sources/support/sources.h"

// SECURITY.md lists each library that the product uses, with the bytes of others that it sees and
// with what bounds those. Checks that the list is complete, and that what it names exists.
namespace countersign::test::libraries_test {

namespace fs = std::filesystem;

// The headers of the system and of C, which are no library's.
const std::set<std::string> kSystem{"cet.h",       "dirent.h", "fcntl.h",  "limits.h",  "locale.h",
                                    "malloc.h",    "netdb.h",  "poll.h",   "pthread.h", "pwd.h",
                                    "semaphore.h", "signal.h", "spawn.h",  "stdio.h",   "stdlib.h",
                                    "string.h",    "time.h",   "unistd.h", "wchar.h",   "arpa/",
                                    "linux/",      "netinet/", "sys/"};

// The texts between backticks.
std::vector<std::string> in_backticks(const std::string& text) {
  static const std::regex quoted("`([^`]+)`");
  std::vector<std::string> found;
  for (std::sregex_iterator at(text.begin(), text.end(), quoted), end; at != end; ++at) {
    found.push_back((*at)[1]);
  }
  return found;
}

// A row: the library's headers, the folders that include them, and the tests of what bounds it.
struct LibraryRow {
  std::vector<std::string> headers;
  std::vector<std::string> homes;
  std::vector<std::string> tests;
};

std::vector<LibraryRow> library_rows() {
  const std::string head =
      "| library | in | bytes of others | what bounds them before it sees them |";
  std::vector<LibraryRow> rows;
  bool in_table = false;
  for (const std::string& line : read_source("SECURITY.md").lines) {
    if (line.starts_with(head)) {
      in_table = true;
      continue;
    }
    if (!line.starts_with("|")) in_table = false;
    if (!in_table || line.starts_with("|---")) continue;
    std::vector<std::string> cells;
    for (std::size_t at = 0, end = line.find(" |", 1); end != line.npos;
         at = end + 1, end = line.find(" |", at + 1)) {
      cells.push_back(line.substr(at, end - at));
    }
    REQUIRE_MESSAGE(cells.size() == 5, line);
    rows.push_back({in_backticks(cells[0]), in_backticks(cells[1]), in_backticks(cells[4])});
  }
  return rows;
}

// `rapidjson/` of a header in that folder, `zip.h` of itself; "" for a header of C++ or the system.
std::string library_of(const std::string& header) {
  const std::size_t slash = header.find('/');
  const std::string name = header.substr(0, slash == header.npos ? slash : slash + 1);
  const bool is_standard = header.find_first_of("/.") == header.npos;
  return is_standard || kSystem.contains(name) ? "" : name;
}

struct Use {
  std::string library;
  std::string file;
};

std::vector<Use> uses_of_libraries() {
  static const std::regex line_of(R"(^\s*#\s*include\s*<([^>]+)>)");
  std::vector<Use> uses;
  for (const SourceFile& file : files_ending_in({".h", ".cc"})) {
    if (file.path.starts_with("tests/") || file.path.starts_with("bench/")) continue;
    for (const std::string& line : file.lines) {
      std::smatch match;
      if (!std::regex_search(line, match, line_of)) continue;
      if (const std::string library = library_of(match[1]); !library.empty()) {
        uses.push_back({library, file.path});
      }
    }
  }
  return uses;
}

bool names_use(const LibraryRow& row, const Use& use) {
  return std::ranges::find(row.headers, use.library) != row.headers.end() &&
         std::ranges::any_of(row.homes,
                             [&](const auto& home) { return use.file.starts_with(home + "/"); });
}

bool is_test(const std::string& name, const std::string& all_tests) {
  const std::string kFuzzer = "fuzz ";
  if (name.starts_with(kFuzzer)) {
    return fs::is_directory(fs::path(COUNTERSIGN_SOURCE_DIR) / "tests/fuzz/corpus" /
                            name.substr(kFuzzer.size()));
  }
  return all_tests.find('"' + name + '"') != all_tests.npos;
}

TEST_CASE("every library that the product includes is in the list of what it sees") {
  const auto rows = library_rows();
  REQUIRE(rows.size() > 10);
  const auto uses = uses_of_libraries();
  REQUIRE(uses.size() > 150);
  for (const Use& use : uses) {
    CAPTURE(use.library);
    CAPTURE(use.file);
    CHECK(std::ranges::any_of(rows, [&](const auto& row) { return names_use(row, use); }));
  }
}

TEST_CASE("no text of others is a format or a pattern, or is read by a decoder of OpenSSL") {
  const std::set<std::string> decoded{"http/edge/socket/tls.cc"};  // the operator's key
  std::set<std::string> found;
  for (const SourceFile& file : files_ending_in({".h", ".cc"})) {
    if (file.path.starts_with("tests/") || file.path.starts_with("bench/")) continue;
    const std::string text = text_of(file);
    for (const char* call : {"d2i_", "PEM_read", "OSSL_DECODER"}) {
      if (text.find(call) != text.npos) found.insert(file.path);
    }
    for (const char* call : {"<regex>", "fmt::runtime", "vformat", "sscanf(", "strtod("}) {
      CAPTURE(call);
      CHECK_MESSAGE(text.find(call) == text.npos, file.path);
    }
  }
  CHECK(found == decoded);
}

TEST_CASE("the list of libraries names none that is not used, and each bound has a test") {
  const auto uses = uses_of_libraries();
  std::string tests;
  for (const SourceFile& file : files_ending_in({".cc"})) {
    if (file.path.starts_with("tests/")) tests += text_of(file);
  }
  for (const LibraryRow& row : library_rows()) {
    REQUIRE_FALSE(row.headers.empty());
    CAPTURE(row.headers.front());
    for (const std::string& home : row.homes) {
      CAPTURE(home);
      CHECK(std::ranges::any_of(uses, [&](const Use& use) {
        return use.file.starts_with(home + "/") && names_use(row, use);
      }));
    }
    CHECK_FALSE(row.tests.empty());
    for (const std::string& test : row.tests) CHECK_MESSAGE(is_test(test, tests), test);
  }
}

}  // namespace countersign::test::libraries_test
