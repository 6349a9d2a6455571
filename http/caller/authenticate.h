#pragma once
#include <optional>
#include <string_view>

#include "core/client/client.h"
#include "http/call/call.h"
#include "http/call/endpoint.h"

// Who is calling. The rules of 401, of the uniform 404 and of the rate limits that go
// with them stand here and nowhere else. Each function returns nothing when it has
// answered the call. Any thread.
namespace countersign::http {

// A device's session token, RFC 6750 section 2.1. Refused: 401 for a token that is
// missing, malformed, unknown, expired or used; 403 for an origin that the session
// does not allow; 429 when the session has no call left in its rate.
std::optional<DeviceSession> authenticate_device(Service& service, const CallPtr& call);

// The same for a call that a device may repeat after its session has ended: the session is active,
// or the call has an Idempotency-Key whose answer is known. Then nothing but that answer, for the
// same request, may come of it; any other is 401.
std::optional<DeviceSession> authenticate_repeatable(Service& service, const CallPtr& call);

// Client headers, for a path that names no session: the same 404.
std::optional<AuthenticatedClient> authenticate_client(Service& service, const CallPtr& call);

// The same, of a client that may audit; 403 for any other.
std::optional<AuditorClient> authenticate_auditor(Service& service, const CallPtr& call);

// Client headers and the session that the path names. Wrong, missing and malformed
// credentials, an unknown or malformed session id and a session of another client are
// answered 404 with the same bytes after the same work (caller_lookup.h), so that nobody
// learns which it was. 429 when the client has no call left in its rate, and for wrong
// credentials, whichever they are, when the address has failed too often.
std::optional<OwnedSession> authenticate_owner(Service& service, const CallPtr& call);

// Of credentials, wherever they came from: whether `client` has this key and secret, and is
// enabled. The same work is done whichever of it is wrong. Right credentials are never refused for
// failures that others made at the same address.
enum class CredentialFault : std::uint8_t { TooManyFailures, Wrong, Unavailable };
struct CredentialProblem {
  CredentialFault fault = CredentialFault::Wrong;
  Problem problem;  // of all but Wrong
};
Result<Client, CredentialProblem> check_credentials(Service& service,
                                                    const CallPtr& call,
                                                    std::optional<std::string_view> key,
                                                    std::optional<std::string_view> secret);

// Counts one request of the endpoint's class. False: it was answered with 429.
bool keep_client_rate(Service& service, const CallPtr& call, const Client& client);

}  // namespace countersign::http
