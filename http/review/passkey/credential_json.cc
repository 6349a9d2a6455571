#include "http/review/passkey/credential_json.h"

#include "core/text/base64url.h"
#include "core/text/json_document.h"

namespace countersign::http {
namespace {

using rapidjson::Document;
using rapidjson::Value;

constexpr std::string_view kCredentialType = "public-key";

// The member of this name; null if it is missing or occurs twice, or if the value is no object.
const Value* member_once(const Value& object, std::string_view name) {
  if (!object.IsObject()) return nullptr;
  const Value* found = nullptr;
  for (auto member = object.MemberBegin(); member != object.MemberEnd(); ++member) {
    if (string_in(member->name) != name) continue;
    if (found != nullptr) return nullptr;
    found = &member->value;
  }
  return found;
}

std::optional<std::string_view> text_once(const Value& object, std::string_view name) {
  const Value* value = member_once(object, name);
  if (value == nullptr || !value->IsString()) return std::nullopt;
  return string_in(*value);
}

std::optional<std::string> bytes_once(const Value& object, std::string_view name) {
  const auto text = text_once(object, name);
  return text ? from_base64url(*text) : std::nullopt;
}

// Returns the id of a credential of the only type; `rawId` repeats it.
std::optional<std::string> credential_id_of(const Value& credential) {
  const auto id = text_once(credential, "id");
  if (!id || id->empty() || text_once(credential, "rawId") != id) return std::nullopt;
  if (text_once(credential, "type") != kCredentialType || !from_base64url(*id)) return std::nullopt;
  return std::string(*id);
}

// The user handle, which may be missing or null.
std::optional<std::string> handle_in(const Value& response) {
  if (!response.HasMember("userHandle")) return std::string();
  const Value* value = member_once(response, "userHandle");
  if (value != nullptr && value->IsNull()) return std::string();
  return bytes_once(response, "userHandle");
}

std::optional<RegistrationResponse> read_registration(const Value& credential) {
  auto id = credential_id_of(credential);
  const Value* response = member_once(credential, "response");
  if (!id || response == nullptr) return std::nullopt;
  auto client_data = bytes_once(*response, "clientDataJSON");
  auto authenticator_data = bytes_once(*response, "authenticatorData");
  if (!client_data || !authenticator_data) return std::nullopt;
  return RegistrationResponse{
      *std::move(id), *std::move(client_data), *std::move(authenticator_data)};
}

// A body that is one text.
template <class Body>
std::optional<Body> one_text(std::string_view body, const char* name) {
  Document document;
  if (!parse_json(document, body)) return std::nullopt;
  const auto text = text_once(document, name);
  if (!text) return std::nullopt;
  return Body{std::string(*text)};
}

}  // namespace

std::optional<AssertionResponse> read_assertion(const Value& credential) {
  auto id = credential_id_of(credential);
  const Value* response = member_once(credential, "response");
  if (!id || response == nullptr || !response->IsObject()) return std::nullopt;
  auto client_data = bytes_once(*response, "clientDataJSON");
  auto authenticator_data = bytes_once(*response, "authenticatorData");
  auto signature = bytes_once(*response, "signature");
  auto handle = handle_in(*response);
  if (!client_data || !authenticator_data || !signature || !handle) return std::nullopt;
  return AssertionResponse{*std::move(id),
                           *std::move(client_data),
                           *std::move(authenticator_data),
                           *std::move(signature),
                           *std::move(handle)};
}

std::optional<TicketBody> parse_ticket_body(std::string_view body) {
  return one_text<TicketBody>(body, "ticket");
}

std::optional<LinkBody> parse_link_body(std::string_view body) {
  return one_text<LinkBody>(body, "link");
}

std::optional<RegistrationBody> parse_registration_body(std::string_view body) {
  Document document;
  if (!parse_json(document, body) || !document.IsObject()) return std::nullopt;
  const auto link = text_once(document, "link");
  if (!link && document.HasMember("link")) return std::nullopt;
  const Value* credential = member_once(document, "credential");
  auto read = credential == nullptr ? std::nullopt : read_registration(*credential);
  if (!read) return std::nullopt;
  RegistrationBody registration{std::string(link.value_or("")), *std::move(read)};
  if (!document.HasMember("confirmation")) return registration;
  const Value* confirmation = member_once(document, "confirmation");
  if (confirmation != nullptr) registration.confirmation = read_assertion(*confirmation);
  if (!registration.confirmation) return std::nullopt;
  return registration;
}

std::optional<AssertionResponse> parse_revocation_body(std::string_view body) {
  Document document;
  if (!parse_json(document, body)) return std::nullopt;
  const Value* credential = member_once(document, "credential");
  return credential == nullptr ? std::nullopt : read_assertion(*credential);
}

std::optional<LoginBody> parse_login_body(std::string_view body) {
  Document document;
  if (!parse_json(document, body)) return std::nullopt;
  const auto ceremony = text_once(document, "ceremony");
  const Value* credential = member_once(document, "credential");
  auto read = credential == nullptr ? std::nullopt : read_assertion(*credential);
  if (!ceremony || !read) return std::nullopt;
  return LoginBody{std::string(*ceremony), *std::move(read)};
}

}  // namespace countersign::http
