// The law of the inspection's numbers: each has a comment, with its unit and its reason.
#include <doctest/doctest.h>

#include <cstddef>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include "tests/sources/support/sources.h"

namespace countersign::test::numbers_test {

// The code of a line without its comment, and with empty literals. Whether it has a comment.
struct CodeLine {
  std::string code;
  bool has_comment = false;
};

bool is_word(char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
}

// A literal of characters begins and ends with `quote`. Returns the place of its end.
std::size_t end_of_literal(std::string_view line, std::size_t begin, char quote) {
  std::size_t at = begin + 1;
  while (at < line.size() && line[at] != quote) at += line[at] == '\\' ? 2 : 1;
  return at;
}

CodeLine code_of(std::string_view line) {
  CodeLine result;
  for (std::size_t at = 0; at < line.size(); ++at) {
    const char c = line[at];
    if (line.substr(at).starts_with("//")) {
      result.has_comment = true;
      break;
    }
    result.code += c;
    // A quote behind a digit separates digits.
    const bool separates = c == '\'' && at > 0 && is_word(line[at - 1]);
    if ((c != '"' && c != '\'') || separates) continue;
    at = end_of_literal(line, at, c);
    result.code += c;
  }
  return result;
}

// A constant that has the type of a number, or a number in its value.
struct Constant {
  std::string name;
  std::size_t last = 0;  // the index of its last line
  bool has_comment = false;
};

// Whether the definition of a constant begins in a line; `name` and `type` are then set.
bool begins_constant(const std::string& code, std::string& name, std::string& type) {
  static const std::regex definition(R"(^\s*(?:(?:inline|static) )*(?:constexpr|const) (.*[\w>]) )"
                                     R"((k[A-Z]\w*)(?:\[\w*\])?(?: =|\{))");
  std::smatch match;
  if (!std::regex_search(code, match, definition)) return false;
  type = match[1];
  name = match[2];
  return type.find('(') == type.npos;
}

bool is_number_type(const std::string& type) {
  static const std::regex number(R"((?:(?:unsigned|signed|long|short|int|double|float) ?)+)"
                                 R"(|std::(?:size_t|ptrdiff_t|u?int\d+_t))");
  return std::regex_match(type, number);
}

// Whether a digit stands in the value that is no part of a name.
bool has_number(const std::string& value) {
  static const std::regex number(R"((?:^|[^\w])\d)");
  return std::regex_search(value, number);
}

// The constant of which the definition begins in line `at`, of any type; its name is empty if none
// begins there. `is_number` says whether the law holds for it.
Constant constant_at(const std::vector<std::string>& lines, std::size_t at, bool& is_number) {
  const CodeLine first = code_of(lines[at]);
  Constant constant{{}, at, first.has_comment};
  std::string type;
  if (!begins_constant(first.code, constant.name, type)) return {};
  std::string value = first.code.substr(first.code.find(constant.name) + constant.name.size());
  while (value.find(';') == value.npos && constant.last + 1 < lines.size()) {
    const CodeLine next = code_of(lines[++constant.last]);
    constant.has_comment |= next.has_comment;
    value += next.code;
  }
  is_number = is_number_type(type) || has_number(value);
  return constant;
}

struct Numbers {
  std::size_t all = 0;
  std::vector<std::string> bare;  // those without a comment: path, line and name
};

// A comment in the lines of a constant is its own. A comment above a constant holds for those that
// follow it too, up to an empty line or other code.
Numbers numbers_of(const SourceFile& file) {
  Numbers numbers;
  bool is_below_comment = false;
  for (std::size_t at = 0; at < file.lines.size(); ++at) {
    const CodeLine line = code_of(file.lines[at]);
    if (line.code.find_first_not_of(' ') == line.code.npos && line.has_comment) {
      is_below_comment = true;
      continue;
    }
    bool is_number = false;
    const Constant constant = constant_at(file.lines, at, is_number);
    if (constant.name.empty()) {
      is_below_comment = false;
      continue;
    }
    if (is_number) {
      ++numbers.all;
      if (!constant.has_comment && !is_below_comment) {
        numbers.bare.push_back(file.path + ':' + std::to_string(at + 1) + ": " + constant.name);
      }
    }
    at = constant.last;
  }
  return numbers;
}

TEST_CASE("each number of the inspection has a comment") {
  std::size_t all = 0;
  for (const SourceFile& file : files_ending_in({".h", ".cc"})) {
    if (!file.path.starts_with("core/inspection/")) continue;
    const Numbers numbers = numbers_of(file);
    all += numbers.all;
    for (const std::string& bare : numbers.bare) {
      CHECK_MESSAGE(false, bare, " has neither a unit nor a reason");
    }
  }
  CHECK(all > 400);
}

TEST_CASE("a number without a comment is found") {
  const SourceFile file{"a.cc",
                        {"// The two sides of a card, in millimetres.",
                         "constexpr double kWidth = 85.60;",
                         "constexpr double kHeight = 53.98;",
                         "",
                         "constexpr int kBare = 2;",
                         "constexpr std::array<int, 2> kLevels = {70, 110};  // of 255",
                         "inline constexpr std::size_t kNext = 40'000;",
                         "static constexpr Bounds kBraces{0.3, 0.4};",
                         "constexpr std::string_view kText = \"// 9\";",
                         "constexpr std::array kChecks = {Check::Data1, Check::Data2};",
                         "constexpr std::array<double, 2> kLong = {",
                         "    1,  // a comment on one of the lines",
                         "    2};",
                         "int f(const Sheet& kind) {",
                         "  constexpr auto kLocal = static_cast<unsigned>(256);",
                         "  // Half a turn.",
                         "  constexpr double kHalf = std::numbers::pi;",
                         "  const double half = kHalf / 2;",
                         "  constexpr double kAgain = kHalf;",
                         "  return kLocal;",
                         "}"}};
  const Numbers numbers = numbers_of(file);
  CHECK(numbers.all == 10);
  CHECK(numbers.bare == std::vector<std::string>{"a.cc:5: kBare",
                                                 "a.cc:7: kNext",
                                                 "a.cc:8: kBraces",
                                                 "a.cc:15: kLocal",
                                                 "a.cc:19: kAgain"});
}

}  // namespace countersign::test::numbers_test
