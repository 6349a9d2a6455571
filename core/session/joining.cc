#include "core/session/joining.h"

#include <algorithm>
#include <vector>

namespace countersign {

// A device that has submitted nothing has nothing to lose.
bool is_link_unused(const Session& session) {
  return !session.link.taken_back && !session.link.used;
}

std::optional<LinkFault> link_fault(const Session& session, const CodeHash& code, UtcTime now) {
  switch (status_at(session, now)) {
    case SessionStatus::Completed:
      return LinkFault::Completed;
    case SessionStatus::Canceled:
      return LinkFault::Canceled;
    case SessionStatus::Expired:
      return LinkFault::Expired;
    case SessionStatus::Created:
    case SessionStatus::InProgress:
      break;
  }
  const bool is_newest = !session.link.code || *session.link.code == code;
  if (!is_newest || session.link.taken_back) return LinkFault::TakenBack;
  if (!is_link_unused(session)) return LinkFault::InUse;
  if (now >= session.link.expires_at) return LinkFault::Expired;
  return std::nullopt;
}

bool is_link_open(const Session& session, const CodeHash& code, UtcTime now) {
  return session.exists && !link_fault(session, code, now);
}

bool may_take_back(const Session& session, const std::optional<TokenHash>& token) {
  return token ? std::ranges::count(session.givers, *token) > 0 : !session.givers.empty();
}

bool is_offered(const Session& session, const CodeHash& code, UtcTime now) {
  return takes_device_calls(session, now) && session.handoff && session.handoff->code == code &&
         now < session.handoff->expires_at;
}

bool is_handed_off(const Session& session, const std::optional<TokenHash>& token) {
  return token && *token != session.token;
}

Decision<SessionEvent> decide_on(const Session& session, const OfferHandoff& command) {
  if (!takes_device_calls(session, command.at)) return refused(Refusal::SessionInvalid);
  if (is_handed_off(session, command.by)) return refused(Refusal::HandedOff);
  if (session.handoffs >= kHandoffsMax) return refused(Refusal::HandoffUnavailable);
  return happened<SessionEvent>(HandoffOffered{command.code, command.expires_at});
}

Decision<SessionEvent> decide_on(const Session& session, const RedeemCode& command) {
  const bool redeemable = command.how == JoinedBy::Link
                              ? is_link_open(session, command.code, command.at)
                              : is_offered(session, command.code, command.at);
  if (!redeemable) return refused(Refusal::SessionInvalid);
  if (command.how == JoinedBy::Handoff && !command.number_is_right) {
    return happened<SessionEvent>(HandoffRefused{command.code});
  }
  const bool has_own_time = command.how == JoinedBy::Link;
  return happened<SessionEvent>(DeviceJoined{
      command.how, command.code, command.token, has_own_time ? command.expires_at : std::nullopt});
}

Decision<SessionEvent> decide_on(const Session& session, const TakeHandoffBack& command) {
  if (!takes_device_calls(session, command.at)) return refused(Refusal::SessionInvalid);
  if (command.by && *command.by == session.token) return refused(Refusal::NothingToDo);
  if (!may_take_back(session, command.by)) return refused(Refusal::HandedOff);
  return happened<SessionEvent>(HandoffTakenBack{command.by.value_or(session.givers.back())});
}

Decision<SessionEvent> decide_on(const Session& session, const RenewLink& command) {
  if (!is_active(session, command.at)) return refused(Refusal::SessionNotActive);
  if (session.link.renewals + 1 >= kLinksMax) return refused(Refusal::LinkUnavailable);
  return happened<SessionEvent>(LinkRenewed{command.code, command.expires_at});
}

Decision<SessionEvent> decide_on(const Session& session, const TakeLinkBack& command) {
  if (!is_active(session, command.at)) return refused(Refusal::SessionNotActive);
  if (session.link.taken_back) return refused(Refusal::NothingToDo);
  if (!is_link_unused(session)) return refused(Refusal::LinkUnavailable);
  return happened<SessionEvent>(LinkTakenBack{});
}

}  // namespace countersign
