// decide() on the creation of a session, by its client's policy and quota.
#include <algorithm>

#include "core/client/client.h"
#include "core/session/session.h"

namespace countersign {

// The client's state decides, because no session is there yet: its policy, its quota, and whether
// the client is a sandbox.
Decision<SessionEvent> decide(const Client& client,
                              std::uint64_t opened_this_month,
                              const CreateSession& command) {
  if (!is_usable(client)) return refused(Refusal::ClientUnknown);
  if (std::ranges::count(client.policy.purposes, command.purpose) == 0) {
    return refused(Refusal::ScopeDenied);
  }
  if (client.policy.quota && opened_this_month >= *client.policy.quota) {
    return refused(Refusal::QuotaExceeded);
  }
  return happened<SessionEvent>(SessionCreated{command.client,
                                               command.purpose,
                                               command.token,
                                               command.expires_at,
                                               command.attempts_allowed,
                                               command.user_ref,
                                               command.origin_allowlist,
                                               client.sandbox,
                                               command.language,
                                               command.documents,
                                               command.return_url,
                                               command.link_expires_at,
                                               command.labels,
                                               command.predecessor});
}

}  // namespace countersign
