#include "events/audit/decision_audit.h"

#include <utility>

#include "core/reviewer/review_rights.h"
#include "core/session/review/review_reasons.h"
#include "core/session/review/review_statement.h"
#include "core/stream/evolve.h"
#include "core/text/base64url.h"
#include "events/crypto/passkey/assertion.h"
#include "events/crypto/sha256.h"

namespace countersign {
namespace {

AuditFault fault_of(const RecordedEvent& recorded, std::string why) {
  return {recorded.sequence, std::move(why)};
}

template <class Decided>
ReviewStatement statement_of(const SessionId& session, const Decided& decided) {
  return {session,
          decided.decision,
          decided.reasons,
          decided.signature->seen,
          Corrects<Decided> ? ReviewStatement::Kind::Correction : ReviewStatement::Kind::Decision};
}

bool is_signed_by(const Passkey& passkey,
                  const DecisionSignature& signature,
                  const ReviewStatement& statement) {
  const auto spki = from_base64url(passkey.spki);
  const auto data = from_base64url(signature.authenticator_data);
  const auto client_data = from_base64url(signature.client_data);
  const auto signed_bytes = from_base64url(signature.signature);
  if (!spki || !data || !client_data || !signed_bytes) return false;
  return verify_assertion({*spki, passkey.relying_party, passkey.origin},
                          *data,
                          *client_data,
                          *signed_bytes,
                          Sha256(sha256(text_of(statement))))
      .has_value();
}

}  // namespace

void DecisionAudit::learn(const StoredEvent& event) {
  const RecordedEvent& recorded = event.recorded;
  if (const auto reviewer = reviewer_of(recorded.stream)) {
    std::visit(
        [&]<class E>(const E& of_reviewer) {
          if constexpr (EventOf<E, ReviewerEvent>) {
            evolve(reviewers_[reviewer->value()], of_reviewer, place_of(recorded, event.leaf));
          }
        },
        recorded.event);
    return;
  }
  const auto client = client_of(recorded.stream);
  if (!client) return;
  const ClientPolicy* policy = nullptr;
  if (const auto* made = std::get_if<ClientRegistered>(&recorded.event)) policy = &made->policy;
  if (const auto* made = std::get_if<ClientChanged>(&recorded.event)) policy = &made->policy;
  if (policy == nullptr) return;
  if (policy->unsigned_decisions) {
    signed_only_.erase(client->value());
  } else {
    signed_only_.insert(client->value());
  }
}

template <class Decided>
std::optional<AuditFault> DecisionAudit::judge_signature(const RecordedEvent& recorded,
                                                         const Decided& decided,
                                                         const Reviewer& reviewer,
                                                         const ClientKey& client) {
  if (!decided.signature) {
    if (signed_only_.contains(client.value())) {
      return fault_of(recorded, "the decision lacks its reviewer's signature");
    }
    ++counts_.unsigned_by_reviewers;
    return std::nullopt;
  }
  const Passkey& passkey = find_passkey(reviewer, decided.signature->key_id)->passkey;
  const auto session = session_of(recorded.stream);
  if (!session || !is_signed_by(passkey, *decided.signature, statement_of(*session, decided))) {
    return fault_of(recorded, "the signature is not the reviewer's of this decision");
  }
  if (decided.signature->seen >= recorded.sequence.value()) {
    return fault_of(recorded, "the decision was signed over a log that did not exist yet");
  }
  ++counts_.signed_by_reviewers;
  return std::nullopt;
}

template <class Act>
std::optional<AuditFault> DecisionAudit::judge_act(const RecordedEvent& recorded,
                                                   const Act& act,
                                                   const ClientKey& client) {
  constexpr bool kDecides = Decides<Act> || Corrects<Act>;
  const ReviewRights rights = *rights_for(act);
  const bool is_reviewers = recorded.actor.kind == ActorKind::Reviewer;
  if (!is_registered_reviewer(act.reviewer)) {
    if (is_reviewers || rights.signature != nullptr) {
      return fault_of(recorded, "a registered reviewer's act does not name the reviewer");
    }
    if constexpr (kDecides) ++counts_.by_clients;
    return std::nullopt;
  }
  if (!is_reviewers || recorded.actor.ref != act.reviewer) {
    return fault_of(recorded, "the act of a registered reviewer was recorded for somebody else");
  }
  const auto found = reviewers_.find(act.reviewer);
  if (found == reviewers_.end() || !has_rights(found->second, rights, client)) {
    return fault_of(recorded,
                    "the reviewer was not registered, was disabled, or had neither the role nor "
                    "the passkey at this place");
  }
  if constexpr (kDecides) return judge_signature(recorded, act, found->second, client);
  return std::nullopt;
}

std::optional<AuditFault> DecisionAudit::judge(const StoredEvent& event, const ClientKey* client) {
  if (client == nullptr) return std::nullopt;
  return std::visit(
      [&]<class Act>(const Act& act) -> std::optional<AuditFault> {
        if constexpr (LooksOrClaims<Act> || Decides<Act> || Corrects<Act>) {
          return judge_act(event.recorded, act, *client);
        } else {
          return std::nullopt;
        }
      },
      event.recorded.event);
}

}  // namespace countersign
