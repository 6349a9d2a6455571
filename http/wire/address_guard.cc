#include "http/wire/address_guard.h"

#include <netinet/in.h>

#include <algorithm>
#include <cstring>
#include <span>

#include "core/check.h"
#include "core/webhook/webhook_url.h"

namespace countersign::http {
namespace {

// IANA IPv4 Special-Purpose Address Registry, and multicast. 192.31.196.0/24 and 192.52.193.0/24
// are globally reachable and not listed.
constexpr std::string_view kSpecialV4 =
    "0.0.0.0/8,10.0.0.0/8,100.64.0.0/10,127.0.0.0/8,169.254.0.0/16,172.16.0.0/12,192.0.0.0/24,"
    "192.0.2.0/24,192.88.99.0/24,192.168.0.0/16,198.18.0.0/15,198.51.100.0/24,203.0.113.0/24,"
    "224.0.0.0/3";
// Global unicast, and what is special within: IETF protocol assignments with Teredo and ORCHID,
// documentation, 6to4.
constexpr std::string_view kUnicastV6 = "2000::/3";
constexpr std::string_view kSpecialV6 = "2001::/23,2001:db8::/32,2002::/16,3fff::/20";

AddressBlocks blocks(std::string_view list) {
  auto parsed = AddressBlocks::parse(list);
  check(parsed.has_value(), "the tables of special addresses are lists of blocks");
  return *std::move(parsed);
}

IpAddress of_v4(std::uint32_t number) {
  IpAddress address{.bytes = {}, .is_v4 = true};
  for (std::size_t i = 0; i < 4; ++i) {
    address.bytes[i] = static_cast<std::uint8_t>(number >> (24 - 8 * i));
  }
  return address;
}

std::optional<IpAddress> of_v6(std::span<const std::uint8_t, 16> bytes) {
  // Through the text's parser, which knows IPv4-mapped addresses.
  IpAddress address;
  std::ranges::copy(bytes, address.bytes.begin());
  return parse_ip_address(to_text(address));
}

}  // namespace

bool is_special_address(const IpAddress& address) {
  static const AddressBlocks special_v4 = blocks(kSpecialV4);
  static const AddressBlocks unicast_v6 = blocks(kUnicastV6);
  static const AddressBlocks special_v6 = blocks(kSpecialV6);
  if (address.is_v4) return special_v4.contains(address);
  return !unicast_v6.contains(address) || special_v6.contains(address);
}

std::optional<IpAddress> ip_address_of(const ::sockaddr& address) {
  if (address.sa_family == AF_INET) {
    ::sockaddr_in v4{};
    std::memcpy(&v4, &address, sizeof(v4));
    return of_v4(ntohl(v4.sin_addr.s_addr));
  }
  if (address.sa_family != AF_INET6) return std::nullopt;
  ::sockaddr_in6 v6{};
  std::memcpy(&v6, &address, sizeof(v6));
  return of_v6(std::span<const std::uint8_t, 16>(v6.sin6_addr.s6_addr));
}

bool AddressGuard::may_connect(const IpAddress& address, bool is_secure) const {
  return allowed_.contains(address) || (is_secure && !is_special_address(address));
}

std::optional<UrlFault> AddressGuard::fault_of(std::string_view url) const {
  const auto parsed = parse_webhook_url(url);
  if (!parsed) return UrlFault{parsed.error()};
  std::optional<IpAddress> address;
  if (parsed->is_ipv6_literal) {
    address = parse_ip_address(parsed->host);
    if (!address) return UrlFault{"has no valid host"};
  } else if (const auto number = ipv4_of_host(parsed->host)) {
    address = of_v4(*number);
  } else if (is_localhost_name(parsed->host)) {
    address = of_v4(INADDR_LOOPBACK);
  }
  const bool goes =
      address ? may_connect(*address, parsed->is_secure) : parsed->is_secure || !allowed_.empty();
  if (goes) return std::nullopt;
  return UrlFault{parsed->is_secure || (address && is_special_address(*address))
                      ? "leads to an internal address"
                      : "is not https",
                  true};
}

}  // namespace countersign::http
