#pragma once
#include "core/event/decision.h"
#include "core/session/session.h"

// How a device gets a session from the link of its creation, or from another device. Pure.
namespace countersign {

// Refuses a device that has lost the session, and an offer beyond kHandoffsMax.
Decision<SessionEvent> decide_on(const Session& session, const OfferHandoff& command);

// A code that does not give a token is refused as SessionInvalid, whatever the cause: the code is
// unknown, replaced, expired or spent, its session has ended, or something was submitted after the
// link was given. The wrong number is an event, because it spends the code.
Decision<SessionEvent> decide_on(const Session& session, const RedeemCode& command);

}  // namespace countersign
