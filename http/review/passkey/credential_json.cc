#include "http/review/passkey/credential_json.h"

#include "core/text/base64url.h"
#include "http/body/body_of.h"

namespace countersign::http {
namespace {

struct SignedResponse {
  std::string client_data;
  std::string authenticator_data;
  std::string signature;
  std::string user_handle;
};

struct AttestedResponse {
  std::string client_data;
  std::string authenticator_data;
};

// A credential with what the authenticator says of it.
template <class Response>
struct Credential {
  std::string id;
  std::string raw_id;  // repeats the id
  std::string type;
  Response response;
};

struct RevocationBody {
  AssertionResponse credential;
};

bool is_credential_id(std::string_view text) {
  return !text.empty() && from_base64url(text).has_value();
}

bool is_only_type(std::string_view text) { return text == "public-key"; }
std::string only_type_schema() { return R"({"const":"public-key"})"; }

constexpr Rule kBytes{.kept_as = from_base64url};

}  // namespace

template <>
constexpr auto members_of<SignedResponse> =
    members(Member{"clientDataJSON", &SignedResponse::client_data, {}, kBytes},
            Member{"authenticatorData", &SignedResponse::authenticator_data, {}, kBytes},
            Member{"signature", &SignedResponse::signature, {}, kBytes},
            Member{"userHandle",
                   &SignedResponse::user_handle,
                   {},
                   {.left_out = true, .kept_as = from_base64url}});

template <>
constexpr auto members_of<AttestedResponse> =
    members(Member{"clientDataJSON", &AttestedResponse::client_data, {}, kBytes},
            Member{"authenticatorData", &AttestedResponse::authenticator_data, {}, kBytes});

template <class Response>
constexpr auto members_of<Credential<Response>> = members(
    Member{"id", &Credential<Response>::id, {}, {.is = is_credential_id}},
    Member{"rawId", &Credential<Response>::raw_id, "The same as `id`."},
    Member{
        "type", &Credential<Response>::type, {}, {.schema = only_type_schema, .is = is_only_type}},
    Member{"response", &Credential<Response>::response});

template <>
constexpr auto members_of<TicketBody> = members(Member{"ticket", &TicketBody::ticket});

template <>
constexpr auto members_of<LinkBody> = members(Member{"link", &LinkBody::link});

template <>
constexpr BodyRules body_rules<RegistrationBody>{.null_refused = true};
template <>
constexpr auto members_of<RegistrationBody> =
    members(Member{"link", &RegistrationBody::link, {}, {.left_out = true}},
            Member{"credential", &RegistrationBody::credential},
            Member{"confirmation", &RegistrationBody::confirmation, {}, {.left_out = true}});

template <>
constexpr auto members_of<RevocationBody> = members(Member{"credential",
                                                           &RevocationBody::credential});

template <>
constexpr auto members_of<LoginBody> = members(Member{"ceremony", &LoginBody::ceremony},
                                               Member{"credential", &LoginBody::credential});

namespace {

template <class Response>
std::optional<Credential<Response>> credential_of(const rapidjson::Value& given) {
  auto credential = part_of<Credential<Response>>(given);
  return credential && credential->raw_id == credential->id ? credential : std::nullopt;
}

template <class Body>
std::optional<Body> sound_body(std::string_view text) {
  auto body = body_of<Body>(text);
  if (!body) return std::nullopt;
  return *std::move(body);
}

}  // namespace

Schema RegistrationResponse::schema() {
  return schema_of<Credential<AttestedResponse>>("Registration");
}

Schema AssertionResponse::schema() { return schema_of<Credential<SignedResponse>>("Assertion"); }

std::optional<RegistrationResponse> RegistrationResponse::read(const rapidjson::Value& credential) {
  auto read = credential_of<AttestedResponse>(credential);
  if (!read) return std::nullopt;
  return RegistrationResponse{std::move(read->id),
                              std::move(read->response.client_data),
                              std::move(read->response.authenticator_data)};
}

std::optional<AssertionResponse> AssertionResponse::read(const rapidjson::Value& credential) {
  auto read = credential_of<SignedResponse>(credential);
  if (!read) return std::nullopt;
  return AssertionResponse{std::move(read->id),
                           std::move(read->response.client_data),
                           std::move(read->response.authenticator_data),
                           std::move(read->response.signature),
                           std::move(read->response.user_handle)};
}

std::optional<TicketBody> parse_ticket_body(std::string_view body) {
  return sound_body<TicketBody>(body);
}

std::optional<LinkBody> parse_link_body(std::string_view body) {
  return sound_body<LinkBody>(body);
}

std::optional<RegistrationBody> parse_registration_body(std::string_view body) {
  return sound_body<RegistrationBody>(body);
}

std::optional<AssertionResponse> parse_revocation_body(std::string_view body) {
  auto read = sound_body<RevocationBody>(body);
  if (!read) return std::nullopt;
  return std::move(read->credential);
}

std::optional<LoginBody> parse_login_body(std::string_view body) {
  return sound_body<LoginBody>(body);
}

Schema ticket_request_schema() { return schema_of<TicketBody>("TicketRequest"); }
Schema registration_link_request_schema() { return schema_of<LinkBody>("LinkRequest"); }
Schema removal_request_schema() { return schema_of<RevocationBody>("RemovalRequest"); }
Schema login_request_schema() { return schema_of<LoginBody>("LoginRequest"); }

}  // namespace countersign::http
