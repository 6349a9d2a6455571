#pragma once
#include <string>
#include <string_view>

namespace countersign::http {

// The description of the public API, OpenAPI 3.1, made from the table of endpoints, the
// table of problems and the component schemas. Made once; the same for ever after.
// Thread-safe.
const std::string& openapi_json();

// A path of the table as the description has it, which knows no {parameter...}: {parameter}.
std::string openapi_path(std::string_view path);

}  // namespace countersign::http
