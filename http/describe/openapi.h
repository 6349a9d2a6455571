#pragma once
#include <string>
#include <string_view>

#include "http/call/endpoint.h"
#include "http/json/schema_of.h"

namespace countersign::http {

// The description of the public API in OpenAPI 3.1, made from the table of endpoints, the table of
// problems and the component schemas. Made once; never changes. Thread-safe.
const std::string& openapi_json();
Schema openapi_schema();

// Returns whether the row is a part of the API. A web page is not a part of it.
bool is_described(const Endpoint& row);

// The name of the method in the document: `get`. REQUIRES: the method is one of an endpoint.
std::string_view openapi_method(Method method);
// Returns the path as OpenAPI writes it: it has no {parameter...}, so that becomes {parameter}.
std::string openapi_path(std::string_view path);

}  // namespace countersign::http
