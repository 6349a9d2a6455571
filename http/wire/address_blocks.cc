#include "http/wire/address_blocks.h"

#include <algorithm>
#include <charconv>
#include <system_error>

namespace countersign::http {
namespace {

// Returns whether the first `count` bits are equal.
bool share_bits(const IpAddress& one, const IpAddress& other, std::size_t count) {
  const std::size_t whole = count / 8;
  if (!std::equal(one.bytes.begin(), one.bytes.begin() + whole, other.bytes.begin())) return false;
  if (count % 8 == 0) return true;
  const auto differing = static_cast<unsigned>(one.bytes[whole] ^ other.bytes[whole]);
  return differing >> (8 - count % 8) == 0;
}

}  // namespace

std::optional<AddressBlocks> AddressBlocks::parse(std::string_view list) {
  AddressBlocks addresses;
  for (bool more = !list.empty(); more;) {
    const std::size_t comma = list.find(',');
    const auto block = parse_block(list.substr(0, comma));
    if (!block) return std::nullopt;
    addresses.blocks_.push_back(*block);
    more = comma != std::string_view::npos;
    if (more) list.remove_prefix(comma + 1);
  }
  return addresses;
}

std::optional<AddressBlocks::Block> AddressBlocks::parse_block(std::string_view text) {
  const std::size_t slash = text.find('/');
  const auto address = parse_ip_address(text.substr(0, slash));
  if (!address) return std::nullopt;
  Block block{*address, address->bits()};
  if (slash == std::string_view::npos) return block;
  const std::string_view digits = text.substr(slash + 1);
  const char* const digits_end = digits.data() + digits.size();
  const auto [end, error] = std::from_chars(digits.data(), digits_end, block.prefix_bits);
  if (error != std::errc{} || end != digits_end || block.prefix_bits > address->bits()) {
    return std::nullopt;
  }
  return block;
}

bool AddressBlocks::contains(const IpAddress& address) const {
  return std::ranges::any_of(blocks_, [&](const Block& block) {
    return block.address.is_v4 == address.is_v4 &&
           share_bits(block.address, address, block.prefix_bits);
  });
}

}  // namespace countersign::http
