#pragma once
#include <cstdint>

#include "http/edge/http1/message.h"
#include "http/oidc/login.h"

namespace countersign::http {

// Why a browser on its way to the provider, or back from there, is not logged in.
enum class LoginEnd : std::uint8_t {
  NoPage,  // has not begun on the console's page
  ProviderFails,
  Stale,
  Refused,
  NotBelieved,
  NoRole,
  Disabled
};
LoginEnd end_of(LoginFault fault);

// A page that says so in words of our own and leads back to the console. It has no script, and
// nothing that a provider or a browser has sent.
Response login_refused_page(LoginEnd end);

}  // namespace countersign::http
