#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/result.h"

namespace countersign {

inline constexpr std::size_t kWebhookUrlMax = 1024;  // bytes

// The parts of a receiver's URL that decide where a connection leads.
struct WebhookUrl {
  bool is_secure = false;  // https
  std::string host;        // in lower case; an IPv6 address without its brackets
  std::uint16_t port = 0;
  bool is_ipv6_literal = false;
};

// Reads the URL of a receiver (RFC 3986): `http` or `https`, a host, and optionally a port, a path
// and a query, in visible ASCII. A user, a fragment and a percent sign in the host are refused, as
// is everything that parsers of URLs disagree about: a backslash, several `@`, an empty port. The
// error is the end of a sentence. Pure.
Result<WebhookUrl, std::string> parse_webhook_url(std::string_view text);

// The IPv4 address that a host means in any of the notations of inet_aton(3): one to four parts,
// each decimal, octal (`0177`) or hexadecimal (`0x7f`), the last of which fills the rest. nullopt
// for a host that is a name. In host byte order. Pure.
std::optional<std::uint32_t> ipv4_of_host(std::string_view host);

// Whether the name means this machine (RFC 6761 section 6.3): `localhost`, or a name below it.
bool is_localhost_name(std::string_view host);

}  // namespace countersign
