#pragma once
#include <string>
#include <string_view>

#include "core/result.h"

namespace countersign::http {

// Where an external engine is: nowhere else do images go.
struct EngineAddress {
  std::string url;          // of http or https, see http_url.h; without a slash at its end
  std::string unix_socket;  // that is asked in place of the URL's host; "": none

  friend bool operator==(const EngineAddress&, const EngineAddress&) = default;

  // Whether what is sent can be read on the way: neither TLS nor this machine alone.
  bool is_exposed() const;
};

// `http://HOST[:PORT][/PATH]`, `https://...`, or `unix:/PATH` of a socket. The error is the end of
// a sentence, and does not repeat the text.
Result<EngineAddress, std::string> parse_engine_address(std::string_view text);

}  // namespace countersign::http
