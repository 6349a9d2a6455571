#include "tests/sources/support/sources.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <regex>
#include <stdexcept>
#include <string_view>

namespace countersign::test {
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = COUNTERSIGN_SOURCE_DIR;

std::size_t indent_of(std::string_view line) {
  return std::min(line.find_first_not_of(' '), line.size());
}

// Whether a statement that reaches the next line ends here: a head begins after such a line.
bool ends_statement(const std::string& line) {
  static const std::regex end(
      R"rx(^\s*$|^\s*//|^#|[;{}]\s*(//.*)?$|(^|\s)(public|private|protected):$)rx"
      R"rx(|^\s*(case .*|default):$|^\s*template <.*>$|^R?"|\)"[;,)]*$)rx");
  return std::regex_search(line, end);
}

// The head of the function whose body begins behind `lines[last]`, as one line; nullopt if another
// kind of block begins there.
std::optional<std::string> head_ending_at(const std::vector<std::string>& lines,
                                          std::size_t last,
                                          std::size_t& first) {
  first = last;
  while (first > 0 && !ends_statement(lines[first - 1])) --first;
  std::string head;
  for (std::size_t i = first; i <= last; ++i) head += lines[i].substr(indent_of(lines[i])) + ' ';
  static const std::regex other(
      R"(^(if|for|while|switch|do|else|namespace|class|struct|enum|union|return|case|try|\})\b)"
      R"(|\[[^\]]*\] ?[({<]|^[^(]* = )");
  static const std::regex function(
      R"(\) ?((const|noexcept|override|final|mutable|&|&&) ?)*(-> [^{]+)?( : .*)?\{ $)");
  // A loop whose head has several lines begins in the middle for ends_statement().
  const bool is_whole = std::ranges::count(head, '(') == std::ranges::count(head, ')');
  if (!is_whole || std::regex_search(head, other) || !std::regex_search(head, function)) {
    return std::nullopt;
  }
  return head;
}

std::string name_in(const std::string& head) {
  static const std::regex test_case(R"rx("([^"]*)")rx");
  static const std::regex before_parameters(R"(([\w:~]+|operator[^\s\w(]+) ?\()");
  std::smatch match;
  const bool is_test = head.starts_with("TEST_CASE");
  if (!std::regex_search(head, match, is_test ? test_case : before_parameters)) return head;
  return match[1];
}

}  // namespace

SourceFile read_source(const std::string& path) {
  std::ifstream file(kRoot / path);
  if (!file) throw std::runtime_error("the tree has no readable file " + path);
  SourceFile source{path, {}};
  for (std::string line; std::getline(file, line);) source.lines.push_back(line);
  return source;
}

std::string text_of(const SourceFile& file) {
  std::string text;
  for (const std::string& line : file.lines) text += line + '\n';
  return text;
}

std::vector<SourceFile> files_ending_in(const std::vector<std::string>& endings) {
  std::vector<std::string> paths;
  const auto add = [&](const fs::path& file) {
    const std::string path = file.lexically_relative(kRoot).string();
    if (std::ranges::any_of(endings, [&](const auto& end) { return path.ends_with(end); })) {
      paths.push_back(path);
    }
  };
  for (const char* folder :
       {"core", "events", "projections", "http", "tools", "tests", "bench", "docs", ".ci"}) {
    for (auto entry = fs::recursive_directory_iterator(kRoot / folder);
         entry != fs::recursive_directory_iterator();
         ++entry) {
      // The packages that npm has installed are no part of the tree.
      if (entry->path().filename() == "node_modules") entry.disable_recursion_pending();
      if (entry->is_regular_file()) add(entry->path());
    }
  }
  for (const auto& entry : fs::directory_iterator(kRoot)) {
    if (entry.is_regular_file()) add(entry.path());
  }
  std::ranges::sort(paths);
  std::vector<SourceFile> files;
  files.reserve(paths.size());
  for (const std::string& path : paths) files.push_back(read_source(path));
  return files;
}

std::vector<FunctionBody> functions_of(const SourceFile& file) {
  const std::vector<std::string>& lines = file.lines;
  std::vector<FunctionBody> found;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!lines[i].ends_with('{') || lines[i].substr(indent_of(lines[i])).starts_with("//"))
      continue;
    std::size_t first = 0;
    const auto head = head_ending_at(lines, i, first);
    if (!head) continue;
    const std::string end = std::string(indent_of(lines[first]), ' ') + '}';
    std::size_t last = i + 1;
    while (last < lines.size() && !lines[last].starts_with(end)) ++last;
    found.push_back({name_in(*head), first + 1, last - i - 1});
  }
  return found;
}

}  // namespace countersign::test
