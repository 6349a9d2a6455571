#pragma once
#include <string>

namespace countersign::http {

// The description of the public API, OpenAPI 3.1, made from the table of endpoints, the
// table of problems and the component schemas. Made once; the same for ever after.
// Thread-safe.
const std::string& openapi_json();

}  // namespace countersign::http
