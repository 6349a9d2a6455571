#include <doctest/doctest.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "tests/sources/support/sources.h"

// The messages and fields of the operator's log in docs/operators/operator-log.md, held against the
// sources of the programs that write it.
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

// A program that writes an operator's log: where its rows are on the page, and where its sources.
struct Program {
  std::string_view heading;
  std::string_view sources;  // how their paths begin
  std::size_t messages_least;
};
constexpr Program kPrograms[] = {
    {"## Every message of the server", "tools/server/", 40},
    {"## Every message of an inspector on another machine", "tools/inspector_host/", 7},
    {"## Every message of a witness", "tools/command/log/witness", 5},
};

std::vector<SourceFile> sources_of(const Program& program) {
  std::vector<SourceFile> found;
  for (SourceFile& file : files_ending_in({".h", ".cc"})) {
    if (file.path.starts_with(program.sources)) found.push_back(std::move(file));
  }
  return found;
}

bool writes_log(const std::string& source) {
  return source.find("OperatorLog") != std::string::npos ||
         source.find("operator_log") != std::string::npos;
}

const std::regex kField(R"re(\{"(\w+)",)re");

// The fields and the level of a line; `-` is a line without fields.
struct Line {
  std::string level;
  Names fields;
};

using Lines = std::map<std::string, Line>;  // by message

struct Page {
  std::map<std::string, Lines> lines;  // by heading
  Names fields;
};

Page read_page() {
  static const std::regex of_message(R"(\| `([^`]+: [^`]+)` \| (\w+) \| ([^|]+) \| [^|]+ \|)");
  static const std::regex of_field(R"(\| `(\w+)` \| [^|]+ \|)");
  static const std::regex quoted("`([^`]+)`");
  Page page;
  std::string heading;
  for (const std::string& row : read_source("docs/operators/operator-log.md").lines) {
    std::smatch cells;
    if (row.starts_with("#")) heading = row;
    if (heading.starts_with("## Every message") && std::regex_match(row, cells, of_message)) {
      const Line line{cells[2], found_in(cells[3], quoted)};
      CHECK_MESSAGE(page.lines[heading].emplace(cells[1], line).second, row);
    } else if (heading == "## Every field" && std::regex_match(row, cells, of_field)) {
      CHECK_MESSAGE(page.fields.insert(cells[1]).second, row);
    }
  }
  CHECK(page.lines.size() == std::size(kPrograms));
  for (const Program& program : kPrograms) {
    CAPTURE(program.heading);
    REQUIRE(page.lines[std::string(program.heading)].size() >= program.messages_least);
  }
  REQUIRE(page.fields.size() > 20);
  return page;
}

// Texts that have the form of a message: `component: what happened`, or with the component before
// them, which the page calls PROGRAM.
Names messages_of(const Program& program) {
  static const std::regex whole(R"([a-z][a-z ]*: \S(?:.*\S)?)");
  static const std::regex without_component(R"(: [a-z].*: .*\S)");
  Names messages;
  for (const SourceFile& file : sources_of(program)) {
    for (const Text& each : code_of(text_of(file)).texts) {
      if (std::regex_match(each.text, whole)) messages.insert(each.text);
      if (std::regex_match(each.text, without_component)) messages.insert("PROGRAM" + each.text);
    }
  }
  return messages;
}

TEST_CASE("the page of the operator's log has each message of each program, and no other") {
  const Page page = read_page();
  for (const Program& program : kPrograms) {
    CAPTURE(program.heading);
    const Lines& lines = page.lines.at(std::string(program.heading));
    const Names messages = messages_of(program);
    for (const std::string& message : messages) {
      CHECK_MESSAGE(lines.contains(message), "the page has no row of ", message);
    }
    for (const auto& [message, line] : lines) {
      const std::string written = message;
      CHECK_MESSAGE(messages.contains(written), "the program never writes ", written);
    }
  }
}

TEST_CASE("every program that writes an operator's log has a table on its page") {
  for (const SourceFile& file : files_ending_in({".cc"})) {
    if (!file.path.starts_with("tools/") || file.path.starts_with("tools/machine/")) continue;
    if (text_of(file).find("OperatorLog operator_log") == std::string::npos) continue;
    CAPTURE(file.path);
    CHECK(std::ranges::any_of(
        kPrograms, [&](const Program& program) { return file.path.starts_with(program.sources); }));
  }
}

TEST_CASE("the page of the operator's log has each field of a line, and no other") {
  const Page page = read_page();
  Names fields;
  for (const Program& program : kPrograms) {
    Names of_program;
    for (const SourceFile& file : sources_of(program)) {
      const std::string source = text_of(file);
      if (writes_log(source)) of_program.merge(found_in(source, kField));
    }
    Names of_lines;
    for (const auto& [message, line] : page.lines.at(std::string(program.heading)))
      of_lines.insert(line.fields.begin(), line.fields.end());
    CAPTURE(program.heading);
    CHECK(of_lines == of_program);
    fields.merge(of_program);
  }
  CHECK(page.fields == fields);
}

TEST_CASE("the page names the lines on stdout that are not of the log's form") {
  const std::string page = text_of(read_source("docs/operators/operator-log.md"));
  for (const auto& [path, text, shown] :
       {std::tuple("tools/server/countersignd.cc",
                   "countersignd: listening on ",
                   "| `countersignd: listening on URL` | stdout |"),
        std::tuple("tools/inspector_host/inspector_host.cc",
                   "{}: listening on port {}\\n",
                   "| `PROGRAM: listening on port PORT` | stdout |"),
        std::tuple("tools/command/log/witness.cc",
                   "countersign: the witness's key is ",
                   "| `countersign: the witness's key is KEY` | stdout |"),
        std::tuple("tools/command/log/witness.cc",
                   "\\ncountersign: witness listening on ",
                   "| `countersign: witness listening on URL` | stdout |")}) {
    CAPTURE(shown);
    CHECK(page.find(shown) != std::string::npos);
    CHECK(text_of(read_source(path)).find("\"" + std::string(text)) != std::string::npos);
  }
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

// Compares the calls of a source with the rows of the page. Returns how many messages it compared.
std::size_t compare_calls(const SourceFile& file, const Lines& lines) {
  static const std::regex call(R"(operator_log_?\.(error|warn|info|debug)\()");
  const std::string source = text_of(file);
  const Code code = code_of(source);
  std::size_t compared = 0;
  for (std::sregex_iterator at(code.blanked.begin(), code.blanked.end(), call), end; at != end;
       ++at) {
    const auto begin = static_cast<std::size_t>(at->position() + at->length());
    const std::size_t behind = end_of_call(code.blanked, begin);
    for (const Text& each : code.texts) {
      if (each.begin < begin || each.end > behind) continue;
      const auto row = std::ranges::find_if(lines, [&](const auto& line) {
        return line.first == each.text || line.first == "PROGRAM" + each.text;
      });
      if (row == lines.end()) continue;
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
  return compared;
}

TEST_CASE("a message has the level and the fields that the page says") {
  const Page page = read_page();
  for (const Program& program : kPrograms) {
    CAPTURE(program.heading);
    const Lines& lines = page.lines.at(std::string(program.heading));
    std::size_t compared = 0;
    for (const SourceFile& file : sources_of(program)) compared += compare_calls(file, lines);
    CHECK(compared >= program.messages_least * 3 / 4);
  }
}

}  // namespace countersign::test::log_lines_test
