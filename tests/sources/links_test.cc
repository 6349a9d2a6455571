// The links between the pages of the tree lead to files and headings that are there, and pages and
// comments name files that are there.
#include <doctest/doctest.h>

#include <cctype>
#include <cstddef>
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "tests/sources/support/comments.h"
#include "tests/sources/support/sources.h"

namespace countersign::test::links_test {

namespace fs = std::filesystem;

const fs::path kRoot = COUNTERSIGN_SOURCE_DIR;

// The page without its blocks of code, where nothing is a link or a heading.
std::vector<std::string> prose_of(const SourceFile& page) {
  std::vector<std::string> lines;
  bool is_code = false;
  for (const std::string& line : page.lines) {
    if (line.starts_with("```")) is_code = !is_code;
    if (!is_code) lines.push_back(line);
  }
  return lines;
}

// The anchor of a heading: lower case, hyphens for spaces, and no other punctuation.
std::string anchor_of(const std::string& heading) {
  std::string anchor;
  for (const char c : heading) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == ' ') {
      anchor += '-';
    } else if (std::isalnum(byte) != 0 || c == '-' || c == '_') {
      anchor += static_cast<char>(std::tolower(byte));
    }
  }
  return anchor;
}

std::set<std::string> anchors_of(const SourceFile& page) {
  static const std::regex heading("^#+ (.*)$");
  std::set<std::string> anchors;
  std::smatch match;
  for (const std::string& line : prose_of(page)) {
    if (std::regex_match(line, match, heading)) anchors.insert(anchor_of(match[1]));
  }
  return anchors;
}

// The targets of the page's links within the tree: `../api.md#sandbox`, `#limits`.
std::vector<std::string> links_of(const SourceFile& page) {
  static const std::regex link(R"(\]\(([^)\s]+)\))");
  std::string text;
  for (const std::string& line : prose_of(page)) text += line + '\n';
  std::vector<std::string> links;
  for (std::sregex_iterator match(text.begin(), text.end(), link), end; match != end; ++match) {
    const std::string target = (*match)[1];
    if (target.find(':') == std::string::npos) links.push_back(target);
  }
  return links;
}

TEST_CASE("each link of a page leads to a file and a heading that are there") {
  std::map<std::string, std::set<std::string>> anchors;
  const std::vector<SourceFile> pages = files_ending_in({".md"});
  for (const SourceFile& page : pages) anchors[page.path] = anchors_of(page);
  std::size_t links = 0;
  for (const SourceFile& page : pages) {
    for (const std::string& link : links_of(page)) {
      ++links;
      const std::size_t hash = link.find('#');
      const std::string file = link.substr(0, hash);
      const fs::path target = file.empty()
                                  ? fs::path(page.path)
                                  : (fs::path(page.path).parent_path() / file).lexically_normal();
      CHECK_MESSAGE(fs::exists(kRoot / target), page.path, " links to ", link);
      const auto found = anchors.find(target.string());
      if (hash == std::string::npos || found == anchors.end()) continue;
      CHECK_MESSAGE(found->second.contains(link.substr(hash + 1)), page.path, " links to ", link);
    }
  }
  CHECK(links > 200);
}

TEST_CASE("each page for operators is in their index") {
  const std::string index = text_of(read_source("docs/operators/README.md"));
  for (const SourceFile& page : files_ending_in({".md"})) {
    const fs::path path = page.path;
    if (path.parent_path() != "docs/operators" || path.filename() == "README.md") continue;
    CHECK_MESSAGE(index.find("(" + path.filename().string() + ")") != std::string::npos, page.path);
  }
}

TEST_CASE("every file that a page for developers names exists") {
  static const std::regex name(
      R"(`((?:core|events|projections|http|tools|tests|bench|docs|\.ci)/[\w./-]+)`)");
  std::size_t names = 0;
  for (const SourceFile& page : files_ending_in({".md"})) {
    if (page.path != "CONTRIBUTING.md" && !page.path.starts_with("docs/developers/")) continue;
    for (const std::string& line : prose_of(page)) {
      for (std::sregex_iterator match(line.begin(), line.end(), name), end; match != end; ++match) {
        ++names;
        CHECK_MESSAGE(
            fs::exists(kRoot / (*match)[1].str()), page.path, " names ", (*match)[1].str());
      }
    }
  }
  CHECK(names > 30);
}

// Whether the name is that of a file in the folder of `path`, or below one of the folders above it.
bool is_near(const std::string& path, const std::string& name) {
  for (fs::path folder = fs::path(path).parent_path();; folder = folder.parent_path()) {
    if (fs::exists(kRoot / folder / name)) return true;
    if (folder.empty()) return false;
  }
}

// Returns how many headers and sources the text names with their folders. Checks that each exists.
std::size_t check_names(const SourceFile& file, const std::string& text) {
  static const std::regex name(R"([\w.-]+(?:/[\w.-]+)+\.(?:h|cc)\b)");
  std::size_t names = 0;
  for (std::sregex_iterator match(text.begin(), text.end(), name), end; match != end; ++match) {
    ++names;
    CHECK_MESSAGE(is_near(file.path, match->str()), file.path, " names ", match->str());
  }
  return names;
}

TEST_CASE("every header and source that a comment names with its folder exists") {
  std::size_t names = 0;
  for (const SourceFile& file : files_ending_in({".h", ".cc", ".ts"})) {
    if (file.path.find("/generated/") != std::string::npos) continue;
    for (const CommentSentence& sentence : comment_sentences(file)) {
      names += check_names(file, sentence.text);
    }
  }
  CHECK(names > 100);
}

// Pages below tests/ are passed over: they also name files by patterns, such as `targets/*.cc`.
TEST_CASE("every header and source that a page names with its folder exists") {
  std::size_t names = 0;
  for (const SourceFile& page : files_ending_in({".md"})) {
    if (page.path == "CONTRIBUTING.md" || page.path.starts_with("tests/")) continue;
    for (const std::string& line : prose_of(page)) names += check_names(page, line);
  }
  CHECK(names > 200);
}

}  // namespace countersign::test::links_test
