#include "events/audit/streams/claim_audit.h"

#include <variant>

namespace countersign {

HeldClaims ClaimAudit::Book::claims_of(const std::string& reviewer) const {
  const auto found = claims.find(reviewer);
  return found == claims.end() ? HeldClaims() : found->second;
}

std::optional<std::string> ClaimAudit::Book::holder_of(const SessionId& session) const {
  const auto found = holders.find(session);
  return found == holders.end() ? std::nullopt : std::optional(found->second);
}

void ClaimAudit::Book::set_claims(const std::string& reviewer, const HeldClaims& held) {
  if (held.claims.empty()) {
    claims.erase(reviewer);
  } else {
    claims[reviewer] = held;
  }
}

void ClaimAudit::Book::set_holder(const SessionId& session,
                                  const std::optional<std::string>& holder) {
  if (holder) {
    holders[session] = *holder;
  } else {
    holders.erase(session);
  }
}

void ClaimAudit::learn(const RecordedEvent& recorded) {
  const Event& event = recorded.event;
  const auto* claimed = std::get_if<ReviewClaimed>(&event);
  const auto* assigned = std::get_if<ReviewAssigned>(&event);
  const bool ends = std::holds_alternative<ReviewReleased>(event) ||
                    std::holds_alternative<ReviewDecided>(event) ||
                    std::holds_alternative<ReviewHandedOver>(event) ||
                    std::holds_alternative<FilesPurged>(event);
  if (claimed == nullptr && assigned == nullptr && !ends) return;
  const auto session = session_of(recorded.stream);
  if (!session) return;
  if (assigned != nullptr && book_.holder_of(*session) == assigned->to) return;
  if (claimed == nullptr) return end_claim(book_, *session);
  note_claim(book_, *session, *claimed, recorded.at);
}

void ClaimAudit::append_state(std::string& out) const { put_map(out, book_.claims); }

// A case is held by the one reviewer who has a claim on it.
bool ClaimAudit::take_state(StateReader& in) {
  if (!take_map(in, book_.claims)) return false;
  for (const auto& [reviewer, held] : book_.claims) {
    if (held.claims.empty() || held.claims.size() > kClaimsMax) return false;
    for (const HeldClaim& claim : held.claims) {
      if (!book_.holders.emplace(claim.session, reviewer).second) return false;
    }
  }
  return true;
}

}  // namespace countersign
