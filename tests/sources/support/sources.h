#pragma once
#include <cstddef>
#include <string>
#include <vector>

namespace countersign::test {

// A text file of the tree.
struct SourceFile {
  std::string path;                // from the root of the tree, such as `core/ids.h`
  std::vector<std::string> lines;  // without their ends
};

// All files below the product's folders, tests/, bench/, docs/ and .ci/, and those of the root,
// whose path ends in one of `endings`, in the order of their paths.
std::vector<SourceFile> files_ending_in(const std::vector<std::string>& endings);

SourceFile read_source(const std::string& path);

// The lines of the file, each with its end.
std::string text_of(const SourceFile& file);

// A function with a body of more than one line.
struct FunctionBody {
  std::string name;  // as its definition has it, such as `Writer::submit`
  std::size_t line = 0;
  std::size_t lines = 0;  // between its braces
};

// The functions that a file defines, found by the layout that clang-format gives them: the line
// that ends the head ends in `{`, and the body ends with a `}` below the head's first letter.
// Lambdas are lines of the function that they stand in.
std::vector<FunctionBody> functions_of(const SourceFile& file);

}  // namespace countersign::test
