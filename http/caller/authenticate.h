#pragma once
#include <optional>
#include <string_view>

#include "core/client/client.h"
#include "http/call/call.h"
#include "http/call/endpoint.h"
#include "http/caller/caller_service.h"

// Finds out who is calling. The rules of 401, of the uniform 404 and of the rate limits that go
// with them are here and nowhere else. Each function that returns an optional returns nullopt after
// it has answered the call itself. Callable from any thread.
namespace countersign::http {

// Authenticates a device by its session token, RFC 6750 section 2.1. Refuses with 401 if the token
// is missing, malformed or unknown, or if its session has expired or ended; with 403 for an origin
// that the session does not allow; with 429 if the session has exceeded its rate; with 409 if
// another device has taken the session over and the endpoint is not for the device that has lost
// it.
std::optional<DeviceSession> authenticate_device(CallerService& service, const CallPtr& call);

// As authenticate_device(), for a call that a device may repeat after its session has ended. The
// session must be active, or the call must have an Idempotency-Key with a stored answer. In the
// second case the handler may only give that answer, and only to the same request; it answers any
// other request with 401.
std::optional<DeviceSession> authenticate_repeatable(CallerService& service, const CallPtr& call);

// Authenticates the client headers of a path that names no session. Refuses with the same 404 as
// authenticate_owner().
std::optional<AuthenticatedClient> authenticate_client(CallerService& service, const CallPtr& call);

// As authenticate_client(), and refuses a client that may not audit with 403.
std::optional<AuditorClient> authenticate_auditor(CallerService& service, const CallPtr& call);

// Authenticates the client headers and finds the session that the path names. Wrong, missing and
// malformed credentials, an unknown or malformed session id and a session of another client all
// give a 404 with the same bytes after the same work (caller_lookup.h), so that the caller cannot
// learn which it was. Refuses with 429 if the client has exceeded its rate, and for wrong
// credentials of any kind if the address has failed too often.
std::optional<OwnedSession> authenticate_owner(CallerService& service, const CallPtr& call);

// Checks credentials, wherever they came from. Succeeds if a client with this key has this secret
// and is enabled. The same work is done whichever part is wrong. Right credentials are never
// refused because of failures of others at the same address. Does not answer the call.
enum class CredentialFault : std::uint8_t { TooManyFailures, Wrong, Unavailable };
struct CredentialProblem {
  CredentialFault fault = CredentialFault::Wrong;
  Problem problem;  // set unless the fault is Wrong
};
Result<Client, CredentialProblem> check_credentials(CallerService& service,
                                                    const CallPtr& call,
                                                    std::optional<std::string_view> key,
                                                    std::optional<std::string_view> secret);

// Counts one request against the rate of the endpoint's class. Returns false after answering with
// 429.
bool keep_client_rate(CallerService& service, const CallPtr& call, const Client& client);

// ---- for the other authentications of this folder -----------------------------

// Counts a failure of the caller's address. Returns the problem if there are too many.
std::optional<Problem> failed_authentication(CallerService& service, const CallPtr& call);

// Counts one call against a rate, and tells the caller about the rate. Returns the problem if the
// rate is exceeded.
std::optional<Problem> exceeded_rate(CallerService& service,
                                     const CallPtr& call,
                                     RateClass limited,
                                     std::string_view key,
                                     const Rate& rate);

// Returns whether a page of the request's origin may use the session: the session's list has the
// origin, or it is the server's own.
bool is_origin_allowed(const ServiceSettings& settings,
                       const Session& session,
                       const RequestHead& head);

}  // namespace countersign::http
