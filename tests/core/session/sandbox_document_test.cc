#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "core/session/sandbox.h"

namespace countersign::sandbox_document_test {

std::string quoted(std::string_view text) { return "`" + std::string(text) + "`"; }

std::string codes_of(Step step) {
  std::string text;
  for (const SandboxWord& word : sandbox_words()) {
    if (word.step == step) text += (text.empty() ? "" : " ") + quoted(word.word);
  }
  return text;
}

std::string row_of_result(const SandboxWord& word) {
  std::string text = "| " + quoted(word.word) + " | ";
  text += word.compares_faces ? "either, where faces are compared" : "either";
  text += " | accepted; the result will be " + quoted(name_of(word.result));
  if (!word.code.empty()) text += ", its reason " + quoted(word.code);
  return text + " |\n";
}

std::string table() {
  std::string text = "| file name | of | what happens |\n|---|---|---|\n";
  text += "| " + codes_of(Step::Document) + " | `image` | 200, `ok: false`, that code |\n";
  text += "| " + codes_of(Step::Liveness) + " | any of `frames` | 200, `ok: false`, that code |\n";
  text +=
      "| `warning-` and one of these codes | its step | accepted, with that warning; with "
      "`DOCUMENT_DUPLICATE_IMAGE`, `DOCUMENT_DATA_MISMATCH`, `DOCUMENT_NO_PORTRAIT`, "
      "`DOCUMENT_NOT_RECOGNIZED` or `DOCUMENT_COPY` the result will be `REVIEW` |\n";
  for (const SandboxWord& word : sandbox_words()) {
    if (!word.step) text += row_of_result(word);
  }
  return text +
         "| anything else | either | accepted; the result will be `PASSED`, unless forced |\n";
}

TEST_CASE("the page for API clients says what a sandbox's file names force") {
  const std::string path = COUNTERSIGN_SOURCE_DIR "/docs/api.md";
  std::ifstream file(path);
  std::string page{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  const std::size_t begin = page.find("| file name | of |");
  REQUIRE(begin != std::string::npos);
  const std::size_t end = std::min(page.find("\n\n", begin), page.size() - 1) + 1;
  if (std::getenv("COUNTERSIGN_WRITE_DOCS") != nullptr) {
    std::string written = page;
    std::ofstream(path) << written.replace(begin, end - begin, table());
  } else {
    CHECK(page.substr(begin, end - begin) == table());
  }
}

}  // namespace countersign::sandbox_document_test
