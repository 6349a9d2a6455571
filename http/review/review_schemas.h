#pragma once
#include "http/json/schema_of.h"

// The schemas of the console's own calls, by the file that defines them. The types of the console's
// page are made from these and from those of http/review/cases.
namespace countersign::http {

// ---- answers ----

// me_json.cc
Schema me_schema();
// new_passkey.cc
Schema register_begun_schema();
// own_passkeys.cc
Schema key_change_begun_schema();
// entry_login.cc
Schema login_begun_schema();
// The answer of a call without a result: {}.
Schema done_schema();

// ---- bodies ----

// One record reads these three (RegistrationBody of passkey/credential_json.h, which has the
// schemas of the other bodies). Each call asks for more than that record: the first for a link, the
// others for none.
Schema registration_request_schema();
Schema new_key_request_schema();
Schema key_request_schema();

}  // namespace countersign::http
