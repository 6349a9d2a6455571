#pragma once
#include <optional>
#include <string_view>

#include "core/ids.h"
#include "core/session/session.h"
#include "http/call/call.h"
#include "http/call/problem.h"
#include "http/caller/caller_service.h"
#include "http/secrets/capture_codes.h"

// Authenticates a device by a code that opens a session. All texts that never opened anything have
// one answer (401, or 429 if the address has failed too often), after the same work. Callable from
// any thread.
namespace countersign::http {

// A session that is active, and the code that was made for it. Only decide() knows whether the code
// is still good: a repeated request is answered although the code is spent.
struct CodeHolder {
  Session session;
  JoinedBy how = JoinedBy::Link;
  CodeHash code;
  Duration token_ttl{};  // of a token that the code gives
};

// Returns nullopt after answering the call with refused_code(), which is also the answer if the
// session's client was disabled, or with refused_holder(). The caller has to ask whether the
// session allows the origin, once the code is known to open something.
std::optional<CodeHolder> authenticate_code(CallerService& service,
                                            const CaptureCodes& codes,
                                            const CallPtr& call,
                                            std::string_view code);

// Counts a failure of the caller's address, and returns the answer.
Problem refused_code(CallerService& service, const CallPtr& call);

// The answer to a code that was made for the session and opens it no more. The answer to a link
// says why: the link's holder was given the session once. The answer to a handoff says why only if
// the session is over, and is refused_code() otherwise.
Problem refused_holder(CallerService& service, const CallPtr& call, const CodeHolder& holder);

// Counts one redemption against the rate of the caller's address for this session, which is as high
// as a device's. So a flood of redemptions takes nothing from the device that has the session, nor
// from another address. Returns nullopt if the call may go on.
std::optional<Problem> exceeded_redeem_rate(CallerService& service,
                                            const CallPtr& call,
                                            const Session& session);

}  // namespace countersign::http
