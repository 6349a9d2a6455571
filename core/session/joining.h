#pragma once
#include "core/event/decision.h"
#include "core/session/session.h"

// How a device gets a session from the link of its creation, or from another device. Pure.
namespace countersign {

// Refuses a device that has lost the session, and an offer beyond kHandoffsMax.
Decision<SessionEvent> decide_on(const Session& session, const OfferHandoff& command);

// Refuses every device but the one that handed the session to the device that has it.
Decision<SessionEvent> decide_on(const Session& session, const TakeHandoffBack& command);

// Refuses a session that is over, and a renewal beyond kLinksMax. The new link opens the session
// also where something was submitted before.
Decision<SessionEvent> decide_on(const Session& session, const RenewLink& command);

// Refuses as LinkUnavailable where a device has submitted something since the link was made.
Decision<SessionEvent> decide_on(const Session& session, const TakeLinkBack& command);

// A code that does not give a token is refused as SessionInvalid, whatever the cause: the code is
// unknown, replaced, expired or spent, its session has ended, or something was submitted after the
// link was given. The wrong number is an event, because it spends the code.
Decision<SessionEvent> decide_on(const Session& session, const RedeemCode& command);

}  // namespace countersign
