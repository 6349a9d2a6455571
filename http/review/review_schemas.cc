#include "http/review/review_schemas.h"

#include <string>

namespace countersign::http {
namespace {

std::string credential_type_schema() { return R"({"const":"public-key"})"; }

// The members of W3C Web Authentication Level 3, section 5.1, that the server reads. Browsers send
// more.
struct RegistrationPart {};
struct AssertionPart {};
struct RegistrationGiven {
  static Schema schema();
};

struct RegistrationLink {};
struct RegistrationRequest {};
struct LoginRequest {};
struct TicketRequest {};
struct NewKeyRequest {};
struct KeyRequest {};
struct RemovalRequest {};

// The members of a credential whose part `response` is a Response.
template <class Response>
constexpr auto credential_members() {
  return members(Member{"id", described<std::string>},
                 Member{"rawId", described<std::string>, "The same as `id`."},
                 Member{"type", described<std::string>, {}, {.schema = credential_type_schema}},
                 Member{"response", described<Response>});
}

}  // namespace

template <>
constexpr auto members_of<RegistrationPart> =
    members(Member{"clientDataJSON", described<std::string>},
            Member{"authenticatorData", described<std::string>});
template <>
constexpr auto members_of<AssertionPart> =
    members(Member{"clientDataJSON", described<std::string>},
            Member{"authenticatorData", described<std::string>},
            Member{"signature", described<std::string>},
            Member{"userHandle", described<std::string>, {}, {.left_out = true}});
template <>
constexpr auto members_of<RegistrationGiven> = credential_members<RegistrationPart>();
template <>
constexpr auto members_of<AssertionGiven> = credential_members<AssertionPart>();

template <>
constexpr auto members_of<RegistrationLink> = members(Member{"link", described<std::string>});
template <>
constexpr auto members_of<RegistrationRequest> = members(Member{"link", described<std::string>},
                                                         Member{"credential",
                                                                described<RegistrationGiven>});
template <>
constexpr auto members_of<LoginRequest> = members(Member{"ceremony", described<std::string>},
                                                  Member{"credential", described<AssertionGiven>});
template <>
constexpr auto members_of<TicketRequest> = members(Member{"ticket", described<std::string>});
template <>
constexpr auto members_of<NewKeyRequest> = members(Member{"credential",
                                                          described<RegistrationGiven>});
template <>
constexpr auto members_of<KeyRequest> = members(Member{"credential", described<RegistrationGiven>},
                                                Member{"confirmation",
                                                       described<AssertionGiven>,
                                                       "By a passkey of the reviewer, over the new "
                                                       "one.",
                                                       {.left_out = true}});
template <>
constexpr auto members_of<RemovalRequest> = members(Member{"credential",
                                                           described<AssertionGiven>});

Schema RegistrationGiven::schema() { return schema_of<RegistrationGiven>("Registration"); }
Schema AssertionGiven::schema() { return schema_of<AssertionGiven>("Assertion"); }

Schema done_schema() { return answer_schema_of<AnyObject>("Done"); }

Schema registration_link_schema() { return schema_of<RegistrationLink>("LinkRequest"); }
Schema registration_request_schema() {
  return schema_of<RegistrationRequest>("RegistrationRequest");
}
Schema login_request_schema() { return schema_of<LoginRequest>("LoginRequest"); }
Schema ticket_request_schema() { return schema_of<TicketRequest>("TicketRequest"); }
Schema new_key_request_schema() { return schema_of<NewKeyRequest>("NewKeyRequest"); }
Schema key_request_schema() { return schema_of<KeyRequest>("KeyRequest"); }
Schema removal_request_schema() { return schema_of<RemovalRequest>("RemovalRequest"); }

}  // namespace countersign::http
