#pragma once
#include <string>
#include <vector>

namespace countersign::test {

struct Include {
  std::string file;  // from the root of the tree
  std::string target;
  bool own = false;  // "..." rather than <...>
};

// Every `#include` of the tree.
std::vector<Include> includes_of_tree();

// Returns whether `file` is `place`, or lies in the folder `place`.
bool lies_in(const std::string& file, const std::string& place);

}  // namespace countersign::test
