#include "http/edge/http1/head_rules.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/ascii.h"

namespace countersign::http {

namespace {

using Table = std::array<bool, 256>;

constexpr Table table_of(std::string_view others) {
  Table table{};
  for (int c = 0; c < 256; ++c) {
    table[static_cast<std::size_t>(c)] =
        (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
  }
  for (const char c : others) {
    table[static_cast<unsigned char>(c)] = true;
  }
  return table;
}

constexpr Table kTokenCharacters = table_of("!#$%&'*+-.^_`|~");
// unreserved / pct-encoded / sub-delims of RFC 3986, and the characters of an IP literal.
constexpr Table kHostCharacters = table_of("-._~%!$&'()*+,;=[]:");

bool all_in(const Table& table, std::string_view text) {
  return std::ranges::all_of(text, [&](char c) { return table[static_cast<unsigned char>(c)]; });
}

// Fields that may come only once: with two of them, two readers could disagree.
constexpr std::array<std::string_view, 8> kSingletons = {"host",
                                                         "content-length",
                                                         "transfer-encoding",
                                                         "authorization",
                                                         "content-type",
                                                         "expect",
                                                         "origin",
                                                         "idempotency-key"};

std::string_view without_port(std::string_view host, std::string_view& port) {
  const std::size_t bracket = host.rfind(']');
  const std::size_t colon = host.find(':', bracket == std::string_view::npos ? 0 : bracket);
  if (colon == std::string_view::npos) return host;
  port = host.substr(colon + 1);
  return host.substr(0, colon);
}

bool is_port(std::string_view port) {
  if (port.size() > 5 || !std::ranges::all_of(port, is_digit)) return false;
  std::uint32_t number = 0;
  for (const char c : port) {
    number = number * 10 + static_cast<std::uint32_t>(c - '0');
  }
  return number <= 65535;
}

// The authority and the rest of a target that looks like a URL.
struct Url {
  std::string_view authority;
  std::string_view rest;  // empty, or from its first '/' or '?' on
};
std::optional<Url> split_absolute(std::string_view target) {
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (!equal_ignoring_case(target.substr(0, scheme.size()), scheme)) continue;
    target.remove_prefix(scheme.size());
    const std::size_t end = std::min(target.find_first_of("/?"), target.size());
    return Url{target.substr(0, end), target.substr(end)};
  }
  return std::nullopt;
}

}  // namespace

bool is_token(std::string_view text) { return !text.empty() && all_in(kTokenCharacters, text); }

bool is_field_value(std::string_view text) {
  return std::ranges::none_of(text, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && c != '\t') || byte == 0x7F;
  });
}

std::optional<Refusal> check_method(std::string_view method) {
  constexpr std::size_t kMaxMethodBytes = 32;
  if (method.size() > kMaxMethodBytes) return Refusal{400, "the method is too long"};
  const auto sound = [](char c) { return (c >= 'A' && c <= 'Z') || c == '-' || c == '_'; };
  if (method.empty() || !std::ranges::all_of(method, sound)) {
    return Refusal{400, "the method has other characters than upper-case letters"};
  }
  return std::nullopt;
}

Method method_of(std::string_view method) {
  struct Row {
    std::string_view text;
    Method method;
  };
  static constexpr std::array<Row, 7> kRows = {{{"GET", Method::Get},
                                                {"POST", Method::Post},
                                                {"HEAD", Method::Head},
                                                {"OPTIONS", Method::Options},
                                                {"PUT", Method::Put},
                                                {"PATCH", Method::Patch},
                                                {"DELETE", Method::Delete}}};
  for (const Row& row : kRows) {
    if (row.text == method) return row.method;
  }
  return Method::Other;
}

std::optional<Refusal> check_target(std::string_view method,
                                    std::string_view target,
                                    std::size_t limit_bytes) {
  if (target.size() > limit_bytes) return Refusal{414, "the request target is too long"};
  if (target == "*" && method == "OPTIONS") return std::nullopt;
  const auto absolute = split_absolute(target);
  if (!absolute && !target.starts_with('/')) {
    return Refusal{400, "the request target is neither a path nor a URL of http"};
  }
  if (absolute && check_host(absolute->authority)) {
    return Refusal{400, "the request target must contain a host, with an optional port"};
  }
  const auto visible = [](char c) { return c > 0x20 && c < 0x7F && c != '#'; };
  if (!std::ranges::all_of(target, visible)) {
    return Refusal{400, "the request target has a character that must be percent-encoded"};
  }
  return std::nullopt;
}

std::optional<AbsoluteTarget> parse_absolute_target(std::string_view method,
                                                    std::string_view target) {
  const auto url = split_absolute(target);
  if (!url) return std::nullopt;
  if (url->rest.empty() && method == "OPTIONS") {
    return AbsoluteTarget{url->authority, "*"};  // RFC 9112, section 3.2.4
  }
  const bool has_path = url->rest.starts_with('/');
  return AbsoluteTarget{url->authority, (has_path ? "" : "/") + std::string(url->rest)};
}

std::optional<Refusal> check_host(std::string_view host) {
  std::string_view port;
  const std::string_view name = without_port(host, port);
  if (name.empty() || name.size() > 255 || !all_in(kHostCharacters, name) || !is_port(port)) {
    return Refusal{400, "the Host field is not a host with an optional port"};
  }
  return std::nullopt;
}

std::optional<Refusal> check_content_length(std::string_view value) {
  constexpr std::size_t kMaxDigits = 18;  // fits 64 bits with room to add
  if (value.empty() || !std::ranges::all_of(value, is_digit)) {
    return Refusal{400, "Content-Length is not a number"};
  }
  if (value.size() > kMaxDigits) return Refusal{413, "Content-Length is too large"};
  return std::nullopt;
}

std::optional<Refusal> check_headers(const Headers& headers, int minor_version) {
  std::array<int, kSingletons.size()> counts{};
  std::array<std::string_view, kSingletons.size()> values{};
  for (const auto& [name, value] : headers) {
    for (std::size_t i = 0; i < kSingletons.size(); ++i) {
      if (name == kSingletons[i]) {
        ++counts[i];
        values[i] = value;
      }
    }
  }
  enum Index { Host, Length, Encoding, Authorization, Type, Expect };
  if (std::ranges::any_of(counts, [](int count) { return count > 1; })) {
    return Refusal{400, "a header field that may come once came twice"};
  }
  if (counts[Host] == 0 && minor_version >= 1) return Refusal{400, "the Host field is missing"};
  if (counts[Host] == 1) {
    if (auto refusal = check_host(values[Host])) return refusal;
  }
  if (counts[Length] > 0 && counts[Encoding] > 0) {
    return Refusal{400, "the request has both Content-Length and Transfer-Encoding"};
  }
  if (counts[Length] > 0) return check_content_length(values[Length]);
  if (counts[Encoding] > 0 && minor_version < 1) {
    return Refusal{400, "a request of HTTP/1.0 must not have Transfer-Encoding"};
  }
  if (counts[Encoding] > 0 && !equal_ignoring_case(values[Encoding], "chunked")) {
    return Refusal{501, "the only supported Transfer-Encoding is chunked"};
  }
  return std::nullopt;
}

HeadScan::Found HeadScan::scan(std::string_view bytes) {
  while (scanned_ < bytes.size()) {
    const std::size_t newline = bytes.find('\n', scanned_);
    if (newline == std::string_view::npos) {
      scanned_ = bytes.size();
      return {};
    }
    if (newline == 0 || bytes[newline - 1] != '\r') {
      return {.head_bytes = 0,
              .refusal = Refusal{400, "a line of the header does not end with CR LF"}};
    }
    const char first = bytes[line_start_];
    if (line_start_ > 0 && (first == ' ' || first == '\t')) {
      return {.head_bytes = 0,
              .refusal = Refusal{400, "a header line is folded over several lines"}};
    }
    scanned_ = newline + 1;
    if (newline - 1 == line_start_) return {.head_bytes = scanned_, .refusal = std::nullopt};
    line_start_ = scanned_;
  }
  return {};
}

}  // namespace countersign::http
