#pragma once
#include <string>
#include <vector>

namespace countersign::drawing {

// A PDF417 symbol (ISO/IEC 15438) as rows of modules; true is dark. Empty if Countersign is built
// without libzxing. REQUIRES: `contents` are Latin-1 characters that fit into one symbol.
using Modules = std::vector<std::vector<bool>>;
Modules pdf417(const std::string& contents);

}  // namespace countersign::drawing
