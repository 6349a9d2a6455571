#include "tests/sources/support/includes.h"

#include <regex>

#include "tests/sources/support/sources.h"

namespace countersign::test {

std::vector<Include> includes_of_tree() {
  static const std::regex line_of(R"(^\s*#\s*include\s*([<"])([^>"]+)[>"])");
  std::vector<Include> found;
  for (const SourceFile& file : files_ending_in({".h", ".cc"})) {
    std::smatch match;
    for (const std::string& line : file.lines) {
      if (!std::regex_search(line, match, line_of)) continue;
      found.push_back({file.path, match[2], match[1].str() == "\""});
    }
  }
  return found;
}

bool lies_in(const std::string& file, const std::string& place) {
  return file == place || file.starts_with(place + "/");
}

}  // namespace countersign::test
