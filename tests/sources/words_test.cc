// The words of docs/style.md: a comment puts the subject first.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tests/sources/support/comments.h"
#include "tests/sources/support/sources.h"

namespace countersign::test::words_test {

// A sentence with such a first word has no subject of its own, or hides it behind a clause.
constexpr std::array<std::string_view, 6> kOrphans{
    "Of ", "What ", "Who ", "Whose ", "Which ", "None of "};

// A question may begin with the same words.
bool begins_without_subject(std::string_view sentence) {
  if (sentence.ends_with('?')) return false;
  if (sentence.starts_with('(')) sentence.remove_prefix(1);
  return std::ranges::any_of(kOrphans,
                             [&](std::string_view word) { return sentence.starts_with(word); });
}

bool is_generated(const std::string& path) { return path.find("/generated/") != std::string::npos; }

// Returns the sentences of the comments in a file of these lines.
std::vector<std::string> sentences_in(std::vector<std::string> lines) {
  std::vector<std::string> texts;
  for (const auto& sentence : comment_sentences({"a.cc", std::move(lines)})) {
    texts.push_back(std::to_string(sentence.line) + ": " + sentence.text);
  }
  return texts;
}

TEST_CASE("the sentences of comments are found in each of their forms") {
  CHECK(sentences_in({"// A row of lines,",
                      "// in two sentences. The second begins",
                      "// behind the first (as here). (A third.)",
                      "//",
                      "// A paragraph without an end",
                      "//   - an item",
                      "//   - another one, i.e. this",
                      "int a;  // Behind code.",
                      "int b;",
                      "/** One line. */",
                      "/*",
                      " * Several lines",
                      " * to the end. */"}) ==
        std::vector<std::string>{"1: A row of lines, in two sentences.",
                                 "2: The second begins behind the first (as here).",
                                 "3: (A third.)",
                                 "5: A paragraph without an end",
                                 "6: an item",
                                 "7: another one, i.e. this",
                                 "8: Behind code.",
                                 "10: One line.",
                                 "12: Several lines to the end."});
}

TEST_CASE("a text or an address in code is not taken for a comment") {
  CHECK(sentences_in({"const char* a = \"http://127.0.0.1\";",
                      "const char* b = \"code  // \" \"What a comment looks like.\";",
                      "call(/*limit=*/5);"})
            .empty());
}

TEST_CASE("a sentence without its subject is recognized, and a question is not") {
  CHECK(begins_without_subject("Of the page, only the choice is believed."));
  CHECK(begins_without_subject("What a code says."));
  CHECK(begins_without_subject("(Who has no key sees nothing.)"));
  CHECK(begins_without_subject("None of a decision without one"));
  CHECK_FALSE(begins_without_subject("What happens if the disk is full?"));
  CHECK_FALSE(begins_without_subject("Whoever asks gets an answer."));
  CHECK_FALSE(begins_without_subject("The key of a session, which a purge ends."));
  CHECK_FALSE(begins_without_subject("Office hours have no unit."));
}

// comments.h describes how sentences are found, and files_ending_in() passes over node_modules. The
// law has no exceptions but generated files.
TEST_CASE("a sentence of a comment begins with its subject") {
  std::size_t sentences = 0;
  for (const SourceFile& file : files_ending_in({".h", ".cc", ".ts", ".css"})) {
    if (is_generated(file.path)) continue;
    for (const CommentSentence& sentence : comment_sentences(file)) {
      ++sentences;
      CHECK_MESSAGE(!begins_without_subject(sentence.text),
                    file.path,
                    ":",
                    sentence.line,
                    ": ",
                    sentence.text);
    }
  }
  CHECK(sentences > 8000);
}

}  // namespace countersign::test::words_test
