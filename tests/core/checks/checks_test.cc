#include "core/checks/checks.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>

#include "core/checks/check_set.h"
#include "core/session/review/review_reasons.h"

namespace countersign::checks_test {

namespace fs = std::filesystem;

const fs::path kRoot = COUNTERSIGN_SOURCE_DIR;

std::string text_of(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::string table() {
  std::string text = "| check | code | what it looks at |\n|---|---|---|\n";
  for (const CheckRow& row : kChecks) {
    const std::string code = row.code ? fmt::format("`{}`", name_of(*row.code)) : "";
    text += fmt::format("| `{}` | {} | {} |\n", row.name, code, row.looks_at);
  }
  return text;
}

// A table of liveness codes may leave the step out: `FACE_CHANGED`.
bool is_name(const std::string& name) {
  return parse_name<Check>(name) || parse_name<Code>(name) || parse_name<Purpose>(name) ||
         parse_name<Code>("LIVENESS_" + name);
}

std::set<std::string> matches(const std::string& text, const std::regex& pattern) {
  std::set<std::string> found;
  for (std::sregex_iterator match(text.begin(), text.end(), pattern), end; match != end; ++match) {
    found.insert((*match)[1]);
  }
  return found;
}

// The codes that a table names in its first column: `DOCUMENT_NOT_FOUND`, `_CROPPED`.
std::set<std::string> codes_with_advice(const std::string& page, std::string_view prefix) {
  static const std::regex row_of(R"((?:^|\n)\|((?: ?`[A-Z_]+`,?)+) \| [^|]+ \|(?=\n))");
  static const std::regex name_of_code("`([A-Z_]+)`");
  std::set<std::string> codes;
  for (const std::string& names : matches(page, row_of)) {
    if (names.find(fmt::format("`{}_", prefix)) == std::string::npos) continue;
    for (const std::string& name : matches(names, name_of_code)) {
      codes.insert(name.starts_with('_') ? std::string(prefix) + name : name);
    }
  }
  return codes;
}

TEST_CASE("the page of the engine lists every check") {
  const fs::path path = kRoot / "core/inspection/README.md";
  std::string page = text_of(path);
  const std::size_t begin = page.find("| check | code |");
  REQUIRE(begin != std::string::npos);
  const std::size_t end = page.find("\n\n", begin) + 1;
  if (std::getenv("COUNTERSIGN_WRITE_DOCS") != nullptr) {
    std::ofstream(path) << page.replace(begin, end - begin, table());
  } else {
    CHECK(page.substr(begin, end - begin) == table());
  }
}

TEST_CASE("the page for API clients says what to do about every code that fails a step") {
  const std::string page = text_of(kRoot / "docs/api.md");
  for (const Step step : {Step::Document, Step::Liveness}) {
    std::set<std::string> codes;
    for (const CodeRow& row : kCodes) {
      if (row.fails == step) codes.emplace(row.name);
    }
    CHECK(codes_with_advice(page, name_of(step)) == codes);
  }
}

TEST_CASE("pages name no check, code or reason of a review that is not there") {
  static const std::regex name_in_text("`((?:DOCUMENT|LIVENESS|FACE|SANDBOX|CHECK)_[A-Z_]*[A-Z])`");
  std::vector<fs::path> pages{kRoot / "README.md", kRoot / "core/inspection/README.md"};
  for (const auto& entry : fs::recursive_directory_iterator(kRoot / "docs")) {
    if (entry.path().extension() == ".md") pages.push_back(entry.path());
  }
  for (const fs::path& page : pages) {
    for (const std::string& name : matches(text_of(page), name_in_text)) {
      CAPTURE(page.string());
      CAPTURE(name);
      CHECK((is_name(name) || parse_name<ReviewReason>(name)));
    }
  }
}

TEST_CASE("programs write the name of a check or a code in the table alone") {
  static const std::regex literal("\"([A-Z]+_[A-Z_]+)\"");
  for (const char* folder : {"core", "events", "projections", "http", "tools"}) {
    for (const auto& entry : fs::recursive_directory_iterator(kRoot / folder)) {
      const fs::path& path = entry.path();
      if (path.extension() != ".cc" && path.extension() != ".h") continue;
      if (path.parent_path().filename() == "checks") continue;
      if (path.filename() == "examples.cc") continue;  // answers, as a client sees them
      for (const std::string& name : matches(text_of(path), literal)) {
        const bool names_purposes =
            path.filename() == "terms.h" || path.filename() == "parameters.h";  // its schemas
        if (parse_name<Purpose>(name) && names_purposes) continue;
        CAPTURE(path.string());
        CAPTURE(name);
        CHECK_FALSE((parse_name<Check>(name) || parse_name<Code>(name)));
      }
    }
  }
}

TEST_CASE("a set of checks has those that it was made of") {
  constexpr CheckSet kSet{Check::DocumentGlare, Check::SandboxResult};
  CHECK(kSet.contains(Check::DocumentGlare));
  CHECK(kSet.contains("SANDBOX_RESULT"));
  CHECK_FALSE(kSet.contains(Check::DocumentDecoding));
  CHECK_FALSE(kSet.contains("DOCUMENT_GLAR"));
  CHECK_FALSE(CheckSet().contains(Check::DocumentDecoding));
}

}  // namespace countersign::checks_test
