#include "core/webhook/webhook_url.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

#include "core/ascii.h"

namespace countersign {
namespace {

using namespace std::literals;

constexpr std::size_t kHostMax = 253;  // of a DNS name

struct Authority {
  std::string_view host;
  std::string_view port;
  bool has_port = false;
  bool is_ipv6_literal = false;
};

bool is_name(std::string_view host) {
  if (host.empty() || host.size() > kHostMax || host.front() == '.') return false;
  if (host.find("..") != host.npos) return false;
  return std::ranges::all_of(
      host, [](char c) { return is_letter_or_digit(c) || c == '-' || c == '.' || c == '_'; });
}

bool is_ipv6_text(std::string_view host) {
  constexpr std::size_t kLongest = 45;
  return host.size() >= 2 && host.size() <= kLongest && host.find(':') != host.npos &&
         std::ranges::all_of(host, [](char c) { return is_hex_digit(c) || c == ':' || c == '.'; });
}

// Splits `host[:port]`; nullopt for brackets that enclose nothing or do not match.
std::optional<Authority> split(std::string_view text) {
  Authority parts;
  std::size_t end = text.find(':');
  if (text.starts_with('[')) {
    const std::size_t close = text.find(']');
    if (close == text.npos) return std::nullopt;
    parts.is_ipv6_literal = true;
    parts.host = text.substr(1, close - 1);
    end = close + 1;
    if (end < text.size() && text[end] != ':') return std::nullopt;
  } else {
    parts.host = text.substr(0, end);
  }
  parts.has_port = end < text.size();
  if (parts.has_port) parts.port = text.substr(end + 1);
  return parts;
}

std::optional<std::uint16_t> parse_port(std::string_view text) {
  std::uint16_t port = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  if (error != std::errc() || end != text.data() + text.size() || port == 0) return std::nullopt;
  return port;
}

// Reads a number as inet_aton(3) does; nullopt if the text is no number, or one above 32 bits.
std::optional<std::uint32_t> ipv4_number(std::string_view text) {
  int base = 10;
  if (text.size() > 1 && text.front() == '0') {
    const bool hexadecimal = text[1] == 'x' || text[1] == 'X';
    base = hexadecimal ? 16 : 8;
    text.remove_prefix(hexadecimal ? 2 : 1);
    if (text.empty()) return 0;  // "0x"
  }
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace

Result<WebhookUrl, std::string> parse_webhook_url(std::string_view text) {
  if (text.size() > kWebhookUrlMax) return "is longer than 1024 characters"s;
  WebhookUrl url;
  url.is_secure = equal_ignoring_case(text.substr(0, 8), "https://");
  if (!url.is_secure && !equal_ignoring_case(text.substr(0, 7), "http://")) {
    return "does not begin with https://"s;
  }
  if (!std::ranges::all_of(text, [](char c) { return c > ' ' && c < '\x7f'; })) {
    return "has a character that is not visible ASCII"s;
  }
  if (text.find('#') != text.npos) return "has a fragment"s;
  if (text.find('\\') != text.npos) return "has a backslash"s;
  const std::string_view rest = text.substr(text.find("//") + 2);
  const std::string_view authority = rest.substr(0, rest.find_first_of("/?"));
  if (authority.find('@') != authority.npos) return "has a user or a password"s;
  const auto parts = split(authority);
  if (!parts) return "has no valid host"s;
  url.host = lower_case(parts->host);
  if (!(parts->is_ipv6_literal ? is_ipv6_text(url.host) : is_name(url.host))) {
    return "has no valid host"s;
  }
  const auto port = parts->has_port ? parse_port(parts->port) : (url.is_secure ? 443 : 80);
  if (!port) return "has no valid port"s;
  url.port = *port;
  url.is_ipv6_literal = parts->is_ipv6_literal;
  return url;
}

std::optional<std::uint32_t> ipv4_of_host(std::string_view host) {
  constexpr std::size_t kParts = 4;
  if (host.ends_with('.')) host.remove_suffix(1);
  std::array<std::uint32_t, kParts> parts{};
  std::size_t count = 0;
  for (bool more = true; more; ++count) {
    if (count == kParts) return std::nullopt;
    const std::size_t dot = host.find('.');
    const std::string_view part = host.substr(0, dot);
    const auto number = part.empty() ? std::nullopt : ipv4_number(part);
    if (!number) return std::nullopt;
    parts[count] = *number;
    more = dot != host.npos;
    if (more) host.remove_prefix(dot + 1);
  }
  constexpr std::uint32_t kByteMax = 0xff;
  std::uint64_t address = 0;
  for (std::size_t i = 0; i + 1 < count; ++i) {
    if (parts[i] > kByteMax) return std::nullopt;
    address |= std::uint64_t{parts[i]} << (24 - 8 * i);
  }
  const std::uint64_t room = std::uint64_t{1} << (32 - 8 * (count - 1));
  if (parts[count - 1] >= room) return std::nullopt;
  return static_cast<std::uint32_t>(address | parts[count - 1]);
}

bool is_localhost_name(std::string_view host) {
  if (host.ends_with('.')) host.remove_suffix(1);
  return host == "localhost" || host.ends_with(".localhost");
}

}  // namespace countersign
