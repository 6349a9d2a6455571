// The worked changes of CONTRIBUTING.md are diffs of the files as they are.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/sources/support/sources.h"

namespace countersign::test::contributing_test {

namespace fs = std::filesystem;

using Lines = std::vector<std::string>;

// A hunk of a diff.
struct Hunk {
  std::string file;  // from the root of the tree
  bool creates = false;
  Lines before;
  Lines after;
};

// Adds a line of a diff to the last hunk. A context line that is empty may lack its blank.
void add_line(const std::string& line, std::vector<Hunk>& hunks) {
  const char sign = line.empty() ? ' ' : line.front();
  const std::string text = line.empty() ? "" : line.substr(1);
  if (sign != '+') hunks.back().before.push_back(text);
  if (sign != '-') hunks.back().after.push_back(text);
}

// The hunks of all blocks of a page that are marked as diffs.
std::vector<Hunk> hunks_of(const SourceFile& page) {
  std::vector<Hunk> hunks;
  bool is_diff = false;
  bool creates = false;
  std::string file;
  for (const std::string& line : page.lines) {
    if (line.starts_with("```")) {
      is_diff = line == "```diff";
    } else if (!is_diff) {
      continue;
    } else if (line.starts_with("--- ")) {
      creates = line == "--- /dev/null";
    } else if (line.starts_with("+++ b/")) {
      file = line.substr(6);
    } else if (line.starts_with("@@ ")) {
      hunks.push_back({file, creates, {}, {}});
    } else {
      REQUIRE_MESSAGE(!hunks.empty(), line);
      add_line(line, hunks);
    }
  }
  return hunks;
}

bool has(const SourceFile& file, const Lines& lines) {
  return std::search(file.lines.begin(), file.lines.end(), lines.begin(), lines.end()) !=
         file.lines.end();
}

TEST_CASE("a worked change of CONTRIBUTING.md fits the files as they are, or has been made") {
  const std::vector<Hunk> hunks = hunks_of(read_source("CONTRIBUTING.md"));
  CHECK(hunks.size() >= 10);
  for (const Hunk& hunk : hunks) {
    CAPTURE(hunk.file);
    const bool exists = fs::exists(fs::path(COUNTERSIGN_SOURCE_DIR) / hunk.file);
    if (hunk.creates && !exists) continue;
    REQUIRE(exists);
    const SourceFile file = read_source(hunk.file);
    const std::string first = hunk.before.empty() ? "" : hunk.before.front();
    CAPTURE(first);
    CHECK((has(file, hunk.after) || (!hunk.creates && has(file, hunk.before))));
  }
}

}  // namespace countersign::test::contributing_test
