#pragma once
#include <string_view>

namespace countersign::http {

// Returns whether the path is that of the documentation: /docs, or below it.
bool is_docs_path(std::string_view path);

// The methods of each path of the documentation, as in `Allow`.
inline constexpr std::string_view kDocsAllow = "GET, HEAD, OPTIONS";

}  // namespace countersign::http
