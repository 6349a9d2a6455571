#include "http/trusted_proxies.h"

#include <algorithm>
#include <charconv>
#include <system_error>

#include "http/header_parameters.h"

namespace countersign::http {
namespace {

// Whether the first `count` bits are the same.
bool share_bits(const IpAddress& one, const IpAddress& other, std::size_t count) {
  const std::size_t whole = count / 8;
  if (!std::equal(one.bytes.begin(), one.bytes.begin() + whole, other.bytes.begin())) return false;
  if (count % 8 == 0) return true;
  const auto differing = static_cast<unsigned>(one.bytes[whole] ^ other.bytes[whole]);
  return differing >> (8 - count % 8) == 0;
}

// The one list that the fields of this name are in their order (RFC 9110 section 5.3).
std::string list_of(const Headers& headers, std::string_view name) {
  std::string list;
  for (const Headers::Field& field : headers) {
    if (field.name != name) continue;
    if (!list.empty()) list += ',';
    list += field.value;
  }
  return list;
}

}  // namespace

std::optional<TrustedProxies> TrustedProxies::parse(std::string_view list) {
  TrustedProxies proxies;
  for (bool more = !list.empty(); more;) {
    const std::size_t comma = list.find(',');
    const auto block = parse_block(list.substr(0, comma));
    if (!block) return std::nullopt;
    proxies.blocks_.push_back(*block);
    more = comma != std::string_view::npos;
    if (more) list.remove_prefix(comma + 1);
  }
  return proxies;
}

std::optional<TrustedProxies::Block> TrustedProxies::parse_block(std::string_view text) {
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

bool TrustedProxies::contains(const IpAddress& address) const {
  return std::ranges::any_of(blocks_, [&](const Block& block) {
    return block.address.is_v4 == address.is_v4 &&
           share_bits(block.address, address, block.prefix_bits);
  });
}

std::string TrustedProxies::client_address(std::string_view peer, const Headers& headers) const {
  std::string own(peer);
  if (blocks_.empty()) return own;
  const auto proxy = parse_ip_address(peer);
  if (!proxy || !contains(*proxy)) return own;
  const std::string forwarded = list_of(headers, "x-forwarded-for");
  std::string_view rest = forwarded;
  for (std::size_t comma = 0; comma != std::string_view::npos; rest = rest.substr(0, comma)) {
    comma = rest.rfind(',');
    const auto address = parse_ip_address(trimmed(rest.substr(comma + 1)));
    if (!address) return own;
    if (!contains(*address)) return to_text(*address);
  }
  return own;
}

}  // namespace countersign::http
