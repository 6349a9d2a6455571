#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "http/edge/http1/message.h"
#include "http/wire/address_blocks.h"

namespace countersign::http {

// The proxies that are trusted to state their client's address. Empty by default: no proxy is then
// trusted.
//
// Threading: immutable after construction.
class TrustedProxies {
 public:
  TrustedProxies() = default;

  // Parses a list as AddressBlocks does; an empty text gives an empty set. Returns nullopt if any
  // part is malformed.
  static std::optional<TrustedProxies> parse(std::string_view list);

  bool contains(const IpAddress& address) const { return proxies_.contains(address); }

  // Returns the client's address. This is the peer's own address, unless the peer is a trusted
  // proxy. Then it is the right-most address in X-Forwarded-For that is not a trusted proxy;
  // anybody may have written the entries to its left, so they are ignored. Falls back to the peer's
  // own address if there is no such address, or if an entry to its right is not an address.
  std::string client_address(std::string_view peer, const Headers& headers) const;

 private:
  AddressBlocks proxies_;
};

}  // namespace countersign::http
