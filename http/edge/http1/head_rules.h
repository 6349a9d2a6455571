#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "http/edge/http1/message.h"
#include "http/edge/http1/refusal.h"

namespace countersign::http {

// The rules of RFC 9110 and RFC 9112 that Boost.Beast's parser leaves to its
// user, as pure functions. Each of them closes a way to read one message in two.

// Upper-case letters only: a lower-case `get` is a mistake or a probe.
std::optional<Refusal> check_method(std::string_view method);
Method method_of(std::string_view method);

// Origin-form, absolute-form of http or https, or `*` for OPTIONS, of visible ASCII. Authority-form
// is for proxies.
std::optional<Refusal> check_target(std::string_view method,
                                    std::string_view target,
                                    std::size_t limit_bytes);

// A target in absolute-form in its two parts (RFC 9112, section 3.2.2).
struct AbsoluteTarget {
  std::string_view authority;  // in place of the Host field
  std::string origin_form;     // what it asks for
};
// Nothing if the target has another form. REQUIRES: check_target() had nothing against it.
std::optional<AbsoluteTarget> parse_absolute_target(std::string_view method,
                                                    std::string_view target);

// host [":" port], neither empty nor with user information.
std::optional<Refusal> check_host(std::string_view host);

// 1*DIGIT that fits: no list, sign or base.
std::optional<Refusal> check_content_length(std::string_view value);

// What must hold for the header as a whole; `minor_version` of HTTP/1.
std::optional<Refusal> check_headers(const Headers& headers, int minor_version);

// True for a token of RFC 9110 section 5.6.2.
bool is_token(std::string_view text);
// True when nothing in it can end a header line or is a control character.
bool is_field_value(std::string_view text);

// ASCII case is ignored.
bool equals_ignoring_case(std::string_view a, std::string_view b);

// Where the head is, in bytes that arrive piece by piece.
//
// Ends at the first empty line. Refuses on the way what Beast would accept or
// would wait for: a bare LF, an obs-fold. Each byte is looked at once.
class HeadScan {
 public:
  struct Found {
    std::size_t head_bytes = 0;  // with the empty line; 0: not yet
    std::optional<Refusal> refusal;
  };
  // `bytes` starts where it started before and has only grown.
  Found scan(std::string_view bytes);
  void reset() { *this = {}; }

 private:
  std::size_t scanned_ = 0;     // bytes that need no second look
  std::size_t line_start_ = 0;  // of the line under way
};

}  // namespace countersign::http
