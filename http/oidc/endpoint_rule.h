#pragma once
#include <sys/socket.h>

#include <optional>
#include <string>
#include <string_view>

#include "core/webhook/webhook_url.h"
#include "http/wire/address_guard.h"

namespace countersign::http {

// Where the metadata of a provider may lead browsers and this server, given the issuer that the
// operator has named. An endpoint is
//   - https; http only if the issuer is http too, and then on this machine alone;
//   - on the issuer's own host, wherever that is, since the operator named it: many companies have
//     their provider in a private network;
//   - or on another host, as large providers have it, if that is in the open internet or in a
//     network that the operator allows. The hosts of this machine are the issuer's own if the
//     issuer is on one of them.
//
// Immutable and thread-safe.
class EndpointRule {
 public:
  EndpointRule(std::string_view issuer, AddressBlocks allowed);

  // Returns the fault of an endpoint's URL as the end of a sentence, or "", without resolving a
  // name. An endpoint may have a query, which is kept (RFC 6749 section 3.1).
  std::string wrong_with(std::string_view url) const;

  // The rule of the socket that is about to be connected for a URL: names are resolved by then. It
  // holds for the issuer's own address too. False for what is no URL.
  bool may_connect(std::string_view url, const ::sockaddr& address) const;

 private:
  bool is_issuers(const WebhookUrl& url) const;

  const std::optional<WebhookUrl> issuer_;
  const AddressGuard guard_;
};

}  // namespace countersign::http
