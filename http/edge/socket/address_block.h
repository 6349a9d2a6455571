#pragma once
#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace countersign::http {

// The block of addresses that one subscriber holds, as far as an address shows it: an IPv4 address,
// or the /64 of an IPv6 address (RFC 6177 section 2: a site gets at least a /64). Counts "by
// address" are counts by block, because a host may choose among all 2^64 addresses of its /64.
//
// An IPv6 address that contains an IPv4 address counts as the IPv4 address. This holds for mapped
// addresses (RFC 4291 section 2.5.5.2) and for the well-known prefix of translators, 64:ff9b::/96
// (RFC 6052 section 2.1), which would otherwise be one block for all IPv4 clients.
struct AddressBlock {
  std::array<std::uint8_t, 8> bytes{};  // in network order; an IPv4 address takes the first four
  bool is_v4 = false;

  friend auto operator<=>(const AddressBlock&, const AddressBlock&) = default;
};

// Pure. Returns nothing if the text is not one numeric address.
std::optional<AddressBlock> address_block_of(std::string_view address);

// Returns the name of the block to count by: `192.0.2.7`, `2001:db8:1:2::/64`. A text that is not
// an address, such as the empty one of a unix socket's peer, is its own name.
std::string address_block_name(std::string_view address);

}  // namespace countersign::http
