#pragma once
#include <chrono>
#include <string>

#include "http/wire/address_blocks.h"

namespace countersign::http {

// The identity provider at which people log in, as the operator names it.
struct OidcSettings {
  std::string issuer;        // as the provider writes it, see wrong_with_issuer()
  std::string client_id;     // of this server at the provider
  std::string redirect_uri;  // of this server, as the provider knows it
  std::string scope = "openid profile";
  std::string roles_claim = "roles";  // see verify_id_token()
  AddressBlocks allowed{};            // internal networks for endpoints, see endpoint_rule.h
  std::chrono::milliseconds patience{10'000};  // for each answer of the provider
};

}  // namespace countersign::http
