#pragma once
#include <array>
#include <chrono>
#include <cstdint>
#include <string>

#include "core/enum_names.h"
#include "http/wire/address_blocks.h"

namespace countersign::http {

// How this server sends its secret to the token endpoint (OpenID Connect Core 1.0 section 9).
enum class ClientAuthentication : std::uint8_t {
  Automatic,  // as the metadata offers it, in the header where it offers both
  Basic,      // in the header Authorization
  Post,       // in the body
};

// The identity provider at which people log in, as the operator names it.
struct OidcSettings {
  std::string issuer;        // as the provider writes it, see wrong_with_issuer()
  std::string client_id;     // of this server at the provider
  std::string redirect_uri;  // of this server, as the provider knows it
  std::string scope = "openid profile";
  ClientAuthentication authentication = ClientAuthentication::Automatic;
  std::string roles_claim = "roles";  // see claim_path.h
  AddressBlocks allowed{};            // internal networks for endpoints, see endpoint_rule.h
  std::chrono::milliseconds patience{10'000};  // for each answer of the provider
};

}  // namespace countersign::http

namespace countersign {

template <>
inline constexpr std::array<Named<http::ClientAuthentication>, 3>
    enum_names<http::ClientAuthentication>{{
        {http::ClientAuthentication::Automatic, "automatic"},
        {http::ClientAuthentication::Basic, "client_secret_basic"},
        {http::ClientAuthentication::Post, "client_secret_post"},
    }};

}  // namespace countersign
