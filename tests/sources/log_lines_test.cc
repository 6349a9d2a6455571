#include <doctest/doctest.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tests/sources/support/sources.h"

// The messages and fields of the operator's log in docs/operators/operator-log.md, held against the
// sources of the server.
namespace countersign::test::log_lines_test {

using Names = std::set<std::string>;

// A text of a source; texts with white space alone between them are one.
struct Text {
  std::size_t begin = 0;  // of its first quote
  std::size_t end = 0;    // behind its last quote
  std::string text;
};

// A source, with blanks instead of its comments, and instead of all in quotes.
struct Code {
  std::vector<Text> texts;
  std::string blanked;
};

bool is_blank(std::string_view code) {
  return std::ranges::all_of(code, [](unsigned char c) { return std::isspace(c) != 0; });
}

// Where what begins with this quote ends. REQUIRES: the source compiles.
std::size_t behind_quoted(const std::string& code, std::size_t begin) {
  std::size_t at = begin + 1;
  while (code[at] != code[begin]) at += code[at] == '\\' ? 2 : 1;
  return at + 1;
}

Code code_of(const std::string& source) {
  Code code{{}, source};
  const auto blank = [&](std::size_t begin, std::size_t end) {
    std::fill(code.blanked.begin() + static_cast<std::ptrdiff_t>(begin),
              code.blanked.begin() + static_cast<std::ptrdiff_t>(end),
              ' ');
  };
  for (std::size_t at = 0; at < source.size(); ++at) {
    const bool is_separator = at > 0 && std::isalnum(static_cast<unsigned char>(source[at - 1]));
    if (source.compare(at, 2, "//") == 0) {
      const std::size_t end = std::min(source.find('\n', at), source.size());
      blank(at, end);
      at = end - 1;
    } else if (source[at] == '"' || (source[at] == '\'' && !is_separator)) {
      const std::size_t end = behind_quoted(source, at);
      blank(at, end);
      if (source[at] == '"') {
        std::string text = source.substr(at + 1, end - at - 2);
        const bool goes_on =
            !code.texts.empty() &&
            is_blank(source.substr(code.texts.back().end, at - code.texts.back().end));
        if (!goes_on) code.texts.push_back({at, end, {}});
        code.texts.back().text += text;
        code.texts.back().end = end;
      }
      at = end - 1;
    }
  }
  return code;
}

Names found_in(const std::string& text, const std::regex& pattern) {
  Names found;
  for (std::sregex_iterator at(text.begin(), text.end(), pattern), end; at != end; ++at) {
    found.insert((*at)[1]);
  }
  return found;
}

std::vector<SourceFile> sources_of_the_server() {
  std::vector<SourceFile> found;
  for (SourceFile& file : files_ending_in({".h", ".cc"})) {
    if (file.path.starts_with("tools/server/")) found.push_back(std::move(file));
  }
  return found;
}

const std::regex kField(R"re(\{"(\w+)",)re");

// The fields and the level of a line; `-` is a line without fields.
struct Line {
  std::string level;
  Names fields;
};

struct Page {
  std::map<std::string, Line> lines;  // by message
  Names fields;
};

Page read_page() {
  static const std::regex of_message(R"(\| `([^`]+: [^`]+)` \| (\w+) \| ([^|]+) \| [^|]+ \|)");
  static const std::regex of_field(R"(\| `(\w+)` \| [^|]+ \|)");
  static const std::regex quoted("`([^`]+)`");
  Page page;
  bool is_below_fields = false;
  for (const std::string& row : read_source("docs/operators/operator-log.md").lines) {
    std::smatch cells;
    if (row.starts_with("#")) is_below_fields = row == "## Every field";
    if (std::regex_match(row, cells, of_message)) {
      const Line line{cells[2], found_in(cells[3], quoted)};
      CHECK_MESSAGE(page.lines.emplace(cells[1], line).second, row);
    } else if (is_below_fields && std::regex_match(row, cells, of_field)) {
      CHECK_MESSAGE(page.fields.insert(cells[1]).second, row);
    }
  }
  REQUIRE(page.lines.size() > 40);
  REQUIRE(page.fields.size() > 20);
  return page;
}

// Texts that have the form of a message: `component: what happened`, or with the component before
// them, which the page calls PROGRAM.
Names messages_of_the_server() {
  static const std::regex whole(R"([a-z][a-z ]*: \S(?:.*\S)?)");
  static const std::regex without_component(R"(: [a-z].*: .*\S)");
  Names messages;
  for (const SourceFile& file : sources_of_the_server()) {
    for (const Text& each : code_of(text_of(file)).texts) {
      if (std::regex_match(each.text, whole)) messages.insert(each.text);
      if (std::regex_match(each.text, without_component)) messages.insert("PROGRAM" + each.text);
    }
  }
  return messages;
}

TEST_CASE("the page of the operator's log has each message of the server, and no other") {
  const Page page = read_page();
  const Names messages = messages_of_the_server();
  for (const std::string& message : messages) {
    CHECK_MESSAGE(page.lines.contains(message), "the page has no row of ", message);
  }
  for (const auto& [message, line] : page.lines) {
    const std::string written = message;
    CHECK_MESSAGE(messages.contains(written), "the server never writes ", written);
  }
}

TEST_CASE("the page of the operator's log has each field of a line, and no other") {
  const Page page = read_page();
  Names fields;
  for (const SourceFile& file : sources_of_the_server()) {
    const std::string source = text_of(file);
    if (source.find("OperatorLog") == std::string::npos &&
        source.find("operator_log") == std::string::npos) {
      continue;
    }
    fields.merge(found_in(source, kField));
  }
  CHECK(page.fields == fields);
  Names of_lines;
  for (const auto& [message, line] : page.lines)
    of_lines.insert(line.fields.begin(), line.fields.end());
  CHECK(of_lines == fields);
}

// Where the brackets that are open at `begin` are closed.
std::size_t end_of_call(const std::string& blanked, std::size_t begin) {
  std::size_t open = 1;
  for (std::size_t at = begin; at < blanked.size(); ++at) {
    if (blanked[at] == '(') ++open;
    if (blanked[at] == ')' && --open == 0) return at;
  }
  return blanked.size();
}

TEST_CASE("a message has the level and the fields that the page says") {
  static const std::regex call(R"(operator_log_?\.(error|warn|info|debug)\()");
  const Page page = read_page();
  std::size_t compared = 0;
  for (const SourceFile& file : sources_of_the_server()) {
    const std::string source = text_of(file);
    const Code code = code_of(source);
    for (std::sregex_iterator at(code.blanked.begin(), code.blanked.end(), call), end; at != end;
         ++at) {
      const auto begin = static_cast<std::size_t>(at->position() + at->length());
      const std::size_t behind = end_of_call(code.blanked, begin);
      const auto first = std::ranges::find_if(
          code.texts, [&](const Text& each) { return each.begin >= begin && each.end <= behind; });
      if (first == code.texts.end()) continue;
      const auto row = std::ranges::find_if(page.lines, [&](const auto& line) {
        return line.first == first->text || line.first == "PROGRAM" + first->text;
      });
      if (row == page.lines.end()) continue;
      CAPTURE(row->first);
      Names fields = found_in(source.substr(begin, behind - begin), kField);
      // The notices of answers name their other fields before the call.
      if (row->first.starts_with("http: ")) fields = found_in(source, kField);
      if (row->second.level == "debug") fields.erase("not_told");
      CHECK(row->second.level == (*at)[1].str());
      CHECK(row->second.fields == fields);
      ++compared;
    }
  }
  CHECK(compared > 30);
}

}  // namespace countersign::test::log_lines_test
