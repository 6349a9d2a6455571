#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "http/edge/http1/message.h"
#include "http/edge/http1/refusal.h"

namespace countersign::http {

// The rules of RFC 9110 and RFC 9112 that Boost.Beast's parser leaves to its user, as pure
// functions. Each rule refuses messages that two parsers could read differently.

// Accepts at most 32 upper-case letters, `-` and `_`: a lower-case `get` is a mistake or a probe.
std::optional<Refusal> check_method(std::string_view method);
Method method_of(std::string_view method);

// Accepts origin-form, absolute-form with http or https, and `*` for OPTIONS, all in visible ASCII
// and without `#`. Authority-form is for proxies.
std::optional<Refusal> check_target(std::string_view method,
                                    std::string_view target,
                                    std::size_t limit_bytes);

// The two parts of a target in absolute-form (RFC 9112, section 3.2.2).
struct AbsoluteTarget {
  std::string_view authority;  // replaces the Host field
  std::string origin_form;     // the target itself
};
// Returns nothing if the target has another form. REQUIRES: check_target() accepted it.
std::optional<AbsoluteTarget> parse_absolute_target(std::string_view method,
                                                    std::string_view target);

// Accepts host [":" port], not empty and without user information.
std::optional<Refusal> check_host(std::string_view host);

// Accepts 1*DIGIT of up to 18 digits: no list, sign or base.
std::optional<Refusal> check_content_length(std::string_view value);

// Checks the header as a whole. `minor_version` is that of HTTP/1.
std::optional<Refusal> check_headers(const Headers& headers, int minor_version);

// True for a token of RFC 9110 section 5.6.2.
bool is_token(std::string_view text);
// True if the text has no control character except tabs, so that nothing in it can end a header
// line.
bool is_field_value(std::string_view text);

// Finds the end of the head, the first empty line, in bytes that arrive piece by piece.
//
// Refuses what Beast would accept or wait for: a bare LF, an obs-fold. Looks at each byte once.
class HeadScan {
 public:
  struct Found {
    std::size_t head_bytes = 0;  // with the empty line; 0: not complete yet
    std::optional<Refusal> refusal;
  };
  // REQUIRES: `bytes` starts where it started before and has only grown.
  Found scan(std::string_view bytes);
  void reset() { *this = {}; }

 private:
  std::size_t scanned_ = 0;     // bytes that need no second look
  std::size_t line_start_ = 0;  // of the current line
};

}  // namespace countersign::http
