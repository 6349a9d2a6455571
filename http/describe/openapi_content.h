#pragma once
#include <string_view>

#include "core/text/json_writer.h"
#include "http/call/endpoint.h"

// The member `content` of a request's body or of an answer in the OpenAPI document.
namespace countersign::http {

// {"content":{<media type>:{"schema":...,"example":...,"encoding":...}}}
// REQUIRES: an object of `json` is open, and in put_request() the row has a request.
void put_request(JsonWriter& json, const Endpoint& row, bool multipart);
void put_answer(JsonWriter& json, const Endpoint& row);

}  // namespace countersign::http
