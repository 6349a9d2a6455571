#pragma once
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "http/wire/ip_address.h"

namespace countersign::http {

// A set of addresses, given one by one or as CIDR blocks (RFC 4632, RFC 4291 section 2.3). Empty by
// default.
//
// Threading: immutable after construction.
class AddressBlocks {
 public:
  AddressBlocks() = default;

  // Parses a list such as `10.0.0.0/8,192.0.2.1,2001:db8::/32`. An empty text gives an empty set.
  // Bits of a block's address after its prefix are ignored. Returns nullopt if any part is
  // malformed.
  static std::optional<AddressBlocks> parse(std::string_view list);

  bool contains(const IpAddress& address) const;
  bool empty() const { return blocks_.empty(); }

 private:
  struct Block {
    IpAddress address;
    std::size_t prefix_bits = 0;
  };

  static std::optional<Block> parse_block(std::string_view text);

  std::vector<Block> blocks_;
};

}  // namespace countersign::http
