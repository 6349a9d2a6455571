#pragma once
#include <rapidjson/document.h>

#include <optional>
#include <string>
#include <string_view>

#include "http/json/schema_of.h"

namespace countersign::http {

// The browser's answer about a new passkey: RegistrationResponseJSON (W3C Web Authentication Level
// 3, section 5.1), as far as it is read. The attestation is not: who made the authenticator is not
// asked, so `authenticatorData` is taken from beside it.
struct RegistrationResponse {
  std::string id;  // of the credential, in base64url
  std::string client_data;
  std::string authenticator_data;

  static Schema schema();
  static std::optional<RegistrationResponse> read(const rapidjson::Value& credential);
};

// The browser's answer with a passkey's signature: AuthenticationResponseJSON.
struct AssertionResponse {
  std::string id;  // of the credential, in base64url
  std::string client_data;
  std::string authenticator_data;
  std::string signature;
  std::string user_handle{};  // of whom the passkey is; empty if the browser gave none

  static Schema schema();
  static std::optional<AssertionResponse> read(const rapidjson::Value& credential);
};

// The bodies of the ceremonies, and of the page that takes a login which waits for it.
struct TicketBody {
  std::string ticket;
};
struct LinkBody {
  std::string link;
};
struct RegistrationBody {
  std::string link;  // empty if the body has none, because the reviewer is logged in
  RegistrationResponse credential;
  std::optional<AssertionResponse>
      confirmation{};  // by a passkey of the reviewer, over the new one
};
struct LoginBody {
  std::string ceremony;
  AssertionResponse credential;
};

// Each reads one JSON object (RFC 8259, UTF-8); nullopt if a member is missing, occurs twice or is
// of another type, or if a text that stands for bytes is not base64url. Other members are passed
// over: browsers send more, and will send others.
std::optional<TicketBody> parse_ticket_body(std::string_view body);
std::optional<LinkBody> parse_link_body(std::string_view body);
std::optional<RegistrationBody> parse_registration_body(std::string_view body);
std::optional<AssertionResponse> parse_revocation_body(std::string_view body);
std::optional<LoginBody> parse_login_body(std::string_view body);

// The bodies as the page sends them. A RegistrationBody is of several calls, whose schemas are
// stricter than it (../review_schemas.h).
Schema ticket_request_schema();
Schema registration_link_request_schema();
Schema removal_request_schema();
Schema login_request_schema();

}  // namespace countersign::http
