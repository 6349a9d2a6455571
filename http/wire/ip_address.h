#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace countersign::http {

// An IPv4 or IPv6 address. An IPv4-mapped IPv6 address (RFC 4291 section 2.5.5.2) is stored as the
// IPv4 address, so that a host has the same address on every kind of socket.
struct IpAddress {
  std::array<std::uint8_t, 16> bytes{};  // network order; IPv4 uses the first four
  bool is_v4 = false;

  std::size_t bits() const { return is_v4 ? 32 : 128; }
  friend bool operator==(const IpAddress&, const IpAddress&) = default;
};

// Parses one numeric address. Returns nullopt for anything else: no port, brackets, zone or white
// space is accepted.
std::optional<IpAddress> parse_ip_address(std::string_view text);

// Returns the canonical text of the address (RFC 5952).
std::string to_text(const IpAddress& address);

}  // namespace countersign::http
