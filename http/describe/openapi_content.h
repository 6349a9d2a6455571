#pragma once
#include <span>
#include <string_view>
#include <vector>

#include "core/text/json_writer.h"
#include "http/call/endpoint.h"
#include "http/json/schema_of.h"

// The parts of an OpenAPI document about bodies: the member `content` of a request's body or of an
// answer, and the schemas. The API's document and the description of the console have them.
namespace countersign::http {

// {"content":{<media type>:{"schema":...,"example":...,"encoding":...}}}
// REQUIRES: an object of `json` is open, and in put_request() the row has a request.
void put_request(JsonWriter& json, const Endpoint& row, bool multipart);
void put_answer(JsonWriter& json, const Endpoint& row);

// Writes the member `schemas`: `first`, those of the rows, and those that they refer to, each once.
void put_schemas(JsonWriter& json,
                 const std::vector<Schema>& first,
                 std::span<const Endpoint> rows);

}  // namespace countersign::http
