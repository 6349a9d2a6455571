#pragma once
#include <optional>
#include <string_view>

#include "http/call/call.h"
#include "http/coding/coded_content.h"
#include "http/edge/http1/message.h"

namespace countersign::http {

// Answers a GET with the content in the coding that the request wants most: 200, 304 if the request
// names the tag of those bytes, or 406 if it refuses every coding that the content is kept in. Adds
// Vary, ETag and Content-Encoding to `fields`, which go with the 200 and the 304.
void reply_coded(const CallPtr& call, const CodedContent& content, Headers fields);

// An answer with 200 whose body is still to be made, of these bytes of the content.
struct CodedResponse {
  Response response;
  std::string_view bytes;
};
// The same for a body that is not a plain copy. Returns nullopt after answering with 304 or 406.
std::optional<CodedResponse> coded_response(const CallPtr& call,
                                            const CodedContent& content,
                                            Headers fields);

}  // namespace countersign::http
