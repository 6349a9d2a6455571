#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "http/edge/http1/message.h"

namespace countersign::http {

// How the body of a response is delimited (RFC 9112 section 6).
struct BodyFraming {
  enum class Kind {
    None,           // 204, 304: neither body nor length
    Length,         // Content-Length
    Chunked,        // HTTP/1.1
    UntilTheClose,  // HTTP/1.0 and an unknown length
  };
  Kind kind = Kind::None;
  std::uint64_t length = 0;
};

enum class ConnectionField { Absent, Close, KeepAlive };

// True if every field can be sent as one header line, and the status is from 200 to 599.
bool can_be_sent(const Response& response);

// False for 204 and 304, which have neither body nor length.
bool status_has_body(int status);

// "OK" for 200; "Status" for a number without a name.
std::string_view reason_phrase(int status);

// Appends the status line and the header with its empty line. `date` is an IMF-fixdate. REQUIRES:
// can_be_sent(response).
void append_response_head(std::string& out,
                          const Response& response,
                          const BodyFraming& framing,
                          ConnectionField connection,
                          std::string_view date);

// The size line before `size` bytes of a chunk. It also ends the chunk before it, unless it is the
// first.
std::string chunk_line(std::size_t size, bool first);

}  // namespace countersign::http
