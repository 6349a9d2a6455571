#include "core/session/joining.h"

#include <vector>

namespace countersign {

// The attempts are the judged submissions: a device that has sent none has nothing to lose.
bool is_link_open(const Session& session, UtcTime now) {
  const bool is_untouched = session.attempts.empty() && !session.liveness_excused;
  return is_active(session, now) && is_untouched;
}

bool is_offered(const Session& session, const CodeHash& code, UtcTime now) {
  return is_active(session, now) && session.handoff && session.handoff->code == code &&
         now < session.handoff->expires_at;
}

bool is_handed_off(const Session& session, const std::optional<TokenHash>& token) {
  return token && *token != session.token;
}

Decision<SessionEvent> decide_on(const Session& session, const OfferHandoff& command) {
  if (!is_active(session, command.at)) return refused(Refusal::SessionInvalid);
  if (is_handed_off(session, command.by)) return refused(Refusal::HandedOff);
  if (session.handoffs >= kHandoffsMax) return refused(Refusal::HandoffUnavailable);
  return happened<SessionEvent>(HandoffOffered{command.code, command.expires_at});
}

Decision<SessionEvent> decide_on(const Session& session, const RedeemCode& command) {
  const bool redeemable = command.how == JoinedBy::Link
                              ? is_link_open(session, command.at)
                              : is_offered(session, command.code, command.at);
  if (!redeemable) return refused(Refusal::SessionInvalid);
  if (command.how == JoinedBy::Handoff && !command.number_is_right) {
    return happened<SessionEvent>(HandoffRefused{command.code});
  }
  return happened<SessionEvent>(DeviceJoined{command.how, command.code, command.token});
}

}  // namespace countersign
