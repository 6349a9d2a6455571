#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "tests/sources/support/sources.h"

namespace countersign::test {

// A sentence of a comment, or a phrase in the place of one.
struct CommentSentence {
  std::size_t line = 0;  // its first line, counted from 1
  std::string text;      // with one space in the place of each line end
};

// Returns the sentences in the comments of a C++, TypeScript or CSS file, in their order.
//
// A comment is one of these:
//
//   - a row of lines that begin with `//`
//   - the text behind a `//` that follows code on its line
//   - the text from a `/*` that begins a line to the next `*/`; a `*` that begins a line of it does
//     not belong to the text
//
// An empty line of a comment ends a paragraph, and a line that begins with `- ` begins another one.
// A sentence ends with its paragraph, or with `.`, `!` or `?`, and quotes and brackets that follow
// it, before a space. A small letter behind the space continues the sentence, as in "i.e. this".
std::vector<CommentSentence> comment_sentences(const SourceFile& file);

}  // namespace countersign::test
