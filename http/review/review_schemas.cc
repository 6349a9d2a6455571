#include "http/review/review_schemas.h"

#include <string>

#include "http/review/passkey/credential_json.h"

namespace countersign::http {
namespace {

struct RegistrationRequest {};
struct NewKeyRequest {};
struct KeyRequest {};

}  // namespace

template <>
constexpr auto members_of<RegistrationRequest> = members(Member{"link", described<std::string>},
                                                         Member{"credential",
                                                                described<RegistrationResponse>});
template <>
constexpr auto members_of<NewKeyRequest> = members(Member{"credential",
                                                          described<RegistrationResponse>});
template <>
constexpr auto members_of<KeyRequest> =
    members(Member{"credential", described<RegistrationResponse>},
            Member{"confirmation",
                   described<AssertionResponse>,
                   "By a passkey of the reviewer, over the new one.",
                   {.left_out = true}});

Schema done_schema() { return answer_schema_of<AnyObject>("Done"); }

Schema registration_request_schema() {
  return schema_of<RegistrationRequest>("RegistrationRequest");
}
Schema new_key_request_schema() { return schema_of<NewKeyRequest>("NewKeyRequest"); }
Schema key_request_schema() { return schema_of<KeyRequest>("KeyRequest"); }

}  // namespace countersign::http
