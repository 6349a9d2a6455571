#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "http/edge/message.h"
#include "http/ip_address.h"

namespace countersign::http {

// The proxies that are believed when they say for whom they ask, as addresses and CIDR
// blocks (RFC 4632, RFC 4291 section 2.3). None by default: then nobody is believed.
//
// Threading: read-only once made.
class TrustedProxies {
 public:
  TrustedProxies() = default;

  // `10.0.0.0/8,192.0.2.1,2001:db8::/32`; empty text is nobody. Bits of a block's address
  // behind its prefix mean nothing. Nothing if any of it is malformed.
  static std::optional<TrustedProxies> parse(std::string_view list);

  // The address of whoever asks: the peer's own, unless the peer is one of these. Then it
  // is the right-most address in X-Forwarded-For that is not one of these; what is left
  // of that was written by who knows whom and is not looked at. The peer's own again
  // when there is no such address, or when something that is no address comes before it.
  std::string client_address(std::string_view peer, const Headers& headers) const;

 private:
  struct Block {
    IpAddress address;
    std::size_t prefix_bits = 0;
  };

  static std::optional<Block> parse_block(std::string_view text);
  bool contains(const IpAddress& address) const;

  std::vector<Block> blocks_;
};

}  // namespace countersign::http
