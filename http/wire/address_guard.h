#pragma once
#include <sys/socket.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "http/wire/address_blocks.h"
#include "http/wire/ip_address.h"

namespace countersign::http {

// Returns whether the address is not one of a host in the open internet: loopback, private, shared,
// link-local, multicast, documentation, benchmarking, reserved, and every address that leads to
// another one (mapped, compatible, NAT64, 6to4, Teredo). The registries of RFC 6890, and of IPv6
// only what is in 2000::/3. Pure.
bool is_special_address(const IpAddress& address);

// The address that a socket is about to be connected to; nullopt if it is not of IP.
std::optional<IpAddress> ip_address_of(const ::sockaddr& address);

// Why a URL is refused: `is_forbidden` if it is one, but leads to where this server does not go.
struct UrlFault {
  std::string why;  // the end of a sentence
  bool is_forbidden = false;
};

// Says to which addresses webhooks are delivered: none that is special, but for the networks that
// the operator allows. Plain http goes to these networks only.
//
// Immutable and thread-safe.
class AddressGuard {
 public:
  explicit AddressGuard(AddressBlocks allowed) : allowed_(std::move(allowed)) {}

  // The rule of the socket: names are resolved by then, so it holds for every name and notation.
  bool may_connect(const IpAddress& address, bool is_secure) const;

  // Judges a URL that is registered, without resolving a name: the answer must not tell what names
  // the server's resolver knows. An address in any notation is judged at once, and `localhost` is
  // one. With http, a name is refused if no network is allowed. Nullopt if the URL is accepted.
  std::optional<UrlFault> fault_of(std::string_view url) const;

 private:
  const AddressBlocks allowed_;
};

}  // namespace countersign::http
