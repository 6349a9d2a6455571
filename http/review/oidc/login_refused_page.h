#pragma once
#include <cstdint>

#include "http/edge/http1/message.h"
#include "http/oidc/login.h"

namespace countersign::http {

// Why a browser that comes back from the provider is not logged in.
enum class LoginEnd : std::uint8_t { ProviderFails, Stale, Refused, NotBelieved, NoRole, Disabled };
LoginEnd end_of(LoginFault fault);

// A page that says so in words of our own and leads back to the console. It has no script, and
// nothing that a provider or a browser has sent.
Response login_refused_page(LoginEnd end);

}  // namespace countersign::http
