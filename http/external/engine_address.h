#pragma once
#include <string>
#include <string_view>

#include "core/result.h"

namespace countersign::http {

// The address of an external engine. Images go nowhere else.
struct EngineAddress {
  std::string url;          // http or https, see http_url.h; without a slash at its end
  std::string unix_socket;  // connected to in place of the URL's host; "": none

  friend bool operator==(const EngineAddress&, const EngineAddress&) = default;

  // True if others can read requests on the way: without TLS, and to another machine.
  bool is_exposed() const;
};

// Parses `http://HOST[:PORT][/PATH]`, `https://...`, or `unix:/PATH` of a socket. The error is the
// end of a sentence and does not repeat the text.
Result<EngineAddress, std::string> parse_engine_address(std::string_view text);

}  // namespace countersign::http
