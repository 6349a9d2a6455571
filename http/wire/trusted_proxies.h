#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "http/edge/http1/message.h"
#include "http/wire/address_blocks.h"

namespace countersign::http {

// The proxies that are believed when they say for whom they ask. None by default: then nobody
// is believed.
//
// Threading: read-only once made.
class TrustedProxies {
 public:
  TrustedProxies() = default;

  // As AddressBlocks has it; empty text is nobody. Nothing if any of it is malformed.
  static std::optional<TrustedProxies> parse(std::string_view list);

  bool contains(const IpAddress& address) const { return proxies_.contains(address); }

  // The address of whoever asks: the peer's own, unless the peer is one of these. Then it
  // is the right-most address in X-Forwarded-For that is not one of these; what is left
  // of that was written by who knows whom and is not looked at. The peer's own again
  // when there is no such address, or when something that is no address comes before it.
  std::string client_address(std::string_view peer, const Headers& headers) const;

 private:
  AddressBlocks proxies_;
};

}  // namespace countersign::http
