#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace countersign::http {

// An IPv4 or IPv6 address. One that maps IPv4 into IPv6 (RFC 4291 section 2.5.5.2) is the
// IPv4 address, so that a host has one address whatever the socket it is met on.
struct IpAddress {
  std::array<std::uint8_t, 16> bytes{};  // network order; the first four of an IPv4 address
  bool is_v4 = false;

  std::size_t bits() const { return is_v4 ? 32 : 128; }
  friend bool operator==(const IpAddress&, const IpAddress&) = default;
};

// Nothing if it is not one numeric address: no port, brackets, zone or white space.
std::optional<IpAddress> parse_ip_address(std::string_view text);

// The one spelling of it (RFC 5952).
std::string to_text(const IpAddress& address);

}  // namespace countersign::http
