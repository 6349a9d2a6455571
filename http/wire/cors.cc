#include "http/wire/cors.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/ascii.h"
#include "http/wire/ip_address.h"

namespace countersign::http {
namespace {

constexpr std::size_t kHostMaxLength = 253;  // of a DNS name
constexpr std::size_t kSchemeMaxLength = 64;
constexpr int kForbidden = 403;

// Browsers read a host whose last label is a number as an IPv4 address, and refuse it when it is
// not one: "ends in a number" of the URL standard (WHATWG), section 3.5.
bool ends_in_number(std::string_view host) {
  const std::string_view last = host.substr(host.rfind('.') + 1);
  if (last.starts_with("0x")) return std::ranges::all_of(last.substr(2), is_hex_digit);
  return std::ranges::all_of(last, is_digit);
}

bool is_name(std::string_view host) {
  if (host.empty() || host.size() > kHostMaxLength || host.front() == '.' || host.back() == '.') {
    return false;
  }
  if (host.find("..") != std::string_view::npos) return false;
  if (ends_in_number(host)) return parse_ip_address(host).has_value();
  return std::ranges::all_of(
      host, [](char c) { return (c >= 'a' && c <= 'z') || is_digit(c) || c == '-' || c == '.'; });
}

bool is_ipv6_literal(std::string_view host) {
  if (host.size() < 4 || host.front() != '[' || host.back() != ']') return false;
  const std::string_view inside = host.substr(1, host.size() - 2);
  return inside.find(':') != std::string_view::npos && parse_ip_address(inside).has_value();
}

bool is_port(std::string_view port) {
  if (port.empty() || port.size() > 5 || port.front() == '0') return false;
  if (!std::ranges::all_of(port, is_digit)) return false;
  return std::stoi(std::string(port)) <= 65535;
}

// Schemes of URLs that are no app's own: what has them is a page of anybody's, a file of the
// device's, or an address of a server that is not secure.
constexpr std::array<std::string_view, 14> kSchemesOfNoApp = {"about",
                                                              "blob",
                                                              "content",
                                                              "data",
                                                              "file",
                                                              "filesystem",
                                                              "ftp",
                                                              "http",
                                                              "https",
                                                              "javascript",
                                                              "vbscript",
                                                              "view-source",
                                                              "ws",
                                                              "wss"};

// The scheme of RFC 3986 section 3.1, in lower case.
bool is_scheme_of_app(std::string_view scheme) {
  if (scheme.empty() || scheme.size() > kSchemeMaxLength) return false;
  if (!is_letter_or_digit(scheme.front()) || is_digit(scheme.front())) return false;
  return std::ranges::count(kSchemesOfNoApp, scheme) == 0 &&
         std::ranges::all_of(scheme, [](char c) {
           return is_letter_or_digit(c) || c == '+' || c == '-' || c == '.';
         });
}

// No browser looks such a host up, so that it has no form but an alphabet.
bool is_host_of_app(std::string_view host) {
  return !host.empty() && host.size() <= kHostMaxLength && std::ranges::all_of(host, [](char c) {
    return is_letter_or_digit(c) || c == '-' || c == '.' || c == '_';
  });
}

bool is_this_machine(std::string_view host) {
  return host == "localhost" || host.ends_with(".localhost") || host == "127.0.0.1" ||
         host == "[::1]";
}

}  // namespace

bool is_device_path(std::string_view path) { return path.starts_with("/api/sdk/"); }

Response options_answer(const RequestHead& head, std::string_view allow) {
  Response response;
  response.status = 204;
  response.headers.add("Allow", std::string(allow));
  if (!is_device_path(head.path)) return response;
  response.headers.add("Access-Control-Allow-Methods", std::string(allow));
  response.headers.add("Access-Control-Allow-Headers",
                       "Authorization, Content-Type, Idempotency-Key, X-Request-Id");
  response.headers.add("Access-Control-Max-Age", "600");
  return response;
}

void add_browser_fields(Headers& headers) {
  constexpr std::pair<std::string_view, std::string_view> kFields[] = {
      {"X-Content-Type-Options", "nosniff"},
      {"Cross-Origin-Resource-Policy", "same-origin"},
      {"Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"},
  };
  for (const auto& [name, value] : kFields) {
    if (!headers.find(name)) headers.add(std::string(name), std::string(value));
  }
}

void add_cors_headers(const RequestHead& head, Response& response) {
  if (!is_device_path(head.path)) return;
  response.headers.add("Vary", "Origin");
  const auto origin = head.headers.find("origin");
  if (!origin || response.status == kForbidden) return;
  response.headers.add("Access-Control-Allow-Origin", std::string(*origin));
  response.headers.add("Access-Control-Expose-Headers",
                       "Idempotent-Replayed, RateLimit, RateLimit-Policy, Retry-After, "
                       "Svc-Log-Receipt, X-Request-Id");
}

std::optional<std::string> normalised_origin(std::string_view text) {
  std::string origin(text);
  std::ranges::transform(origin, origin.begin(), ascii_lower);
  const bool secure = origin.starts_with("https://");
  if (!secure && !origin.starts_with("http://")) return std::nullopt;
  const std::string_view scheme = secure ? "https://" : "http://";
  const std::string_view authority = std::string_view(origin).substr(scheme.size());

  const std::size_t bracket = authority.rfind(']');
  const std::size_t colon = authority.find(':', bracket == std::string_view::npos ? 0 : bracket);
  const std::string_view host = authority.substr(0, colon);
  if (!is_name(host) && !is_ipv6_literal(host)) return std::nullopt;
  if (!secure && !is_this_machine(host)) return std::nullopt;
  if (colon == std::string_view::npos) return origin;

  const std::string_view port = authority.substr(colon + 1);
  if (!is_port(port)) return std::nullopt;
  if (port == (secure ? "443" : "80")) return std::string(scheme) + std::string(host);
  return origin;
}

std::optional<std::string> normalised_client_origin(std::string_view text) {
  if (auto page = normalised_origin(text)) return page;
  std::string origin = lower_case(text);
  const std::size_t end = origin.find("://");
  if (end == std::string::npos || !is_scheme_of_app(std::string_view(origin).substr(0, end))) {
    return std::nullopt;
  }
  const std::string_view authority = std::string_view(origin).substr(end + 3);
  const std::size_t colon = authority.find(':');
  if (!is_host_of_app(authority.substr(0, colon))) return std::nullopt;
  if (colon != std::string_view::npos && !is_port(authority.substr(colon + 1))) {
    return std::nullopt;
  }
  return origin;
}

}  // namespace countersign::http
