#include "events/audit/decision_audit.h"

#include <concepts>
#include <utility>

#include "core/reviewer/challenge_purpose.h"
#include "core/session/review/review_reasons.h"
#include "core/session/review/review_rights.h"
#include "core/session/review/review_statement.h"
#include "core/stream/evolve.h"
#include "core/text/base64url.h"
#include "events/audit/streams/act_audit.h"
#include "events/audit/streams/reviewer_audit.h"
#include "events/crypto/passkey/assertion.h"
#include "events/crypto/sha256.h"

namespace countersign {
namespace {

constexpr const char* kCounterFault =
    "the passkey's counter of signatures is not above the one before: a copy of the passkey, or a "
    "repeated signature";

template <class E>
concept ChangesPasskeys = std::same_as<E, ReviewerKeyAdded> || std::same_as<E, ReviewerKeyRevoked>;

AuditFault fault_of(const RecordedEvent& recorded, std::string why) {
  return {recorded.sequence, std::move(why)};
}

template <class Decided>
ReviewStatement statement_of(const SessionId& session,
                             const Decided& decided,
                             std::span<const Sha256> images) {
  ReviewStatement statement{.session = session,
                            .decision = decided.decision,
                            .reasons = decided.reasons,
                            .seen = decided.signature->seen,
                            .kind = Corrects<Decided> ? ReviewStatement::Kind::Correction
                                                      : ReviewStatement::Kind::Decision,
                            .view = decided.signature->view};
  if (statement.view) statement.files.assign(images.begin(), images.end());
  return statement;
}

// A statement of version 1 was signed by its bare hash.
std::string challenge_for(const ReviewStatement& statement) {
  const Digest hash = sha256(text_of(statement));
  if (!statement.view) return std::string(text_of(ByteView(hash)));
  return challenge_of(ChallengePurpose::Decision, hash);
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
                          challenge_for(statement))
      .has_value();
}

}  // namespace

std::optional<AuditFault> DecisionAudit::learn(const StoredEvent& event) {
  const StreamId& stream = event.recorded.stream;
  if (const auto reviewer = reviewer_of(stream)) return learn_of_reviewer(*reviewer, event);
  if (const auto client = client_of(stream)) {
    learn_of_client(*client, event.recorded.event);
    return std::nullopt;
  }
  return learn_signature(event.recorded);
}

std::optional<AuditFault> DecisionAudit::learn_of_reviewer(const ReviewerId& id,
                                                           const StoredEvent& event) {
  const RecordedEvent& recorded = event.recorded;
  Reviewer& reviewer = reviewers_[id.value()];
  std::optional<AuditFault> fault = learn_key(id, recorded);
  if (!fault) fault = learn_counter(reviewer, recorded);
  if (std::holds_alternative<ReviewerRegistered>(recorded.event) &&
      recorded.actor.kind == ActorKind::Reviewer) {
    people_of_provider_.insert(id.value());
  }
  if (!fault) {
    auto why = reviewer_author_fault(recorded, id, people_of_provider_.contains(id.value()));
    if (why) fault = fault_of(recorded, *std::move(why));
  }
  if (const auto* login = std::get_if<ReviewerLoggedIn>(&recorded.event)) {
    const OwnedPasskey* const used = find_passkey(reviewer, login->passkey);
    if (used != nullptr && !counter_goes_on(used->passkey.counter, login->counter)) {
      fault = fault_of(recorded, kCounterFault);
    }
  }
  std::visit(
      [&]<class E>(const E& of_reviewer) {
        if constexpr (EventOf<E, ReviewerEvent>) {
          evolve(reviewer, of_reviewer, place_of(recorded, event.leaf));
        }
      },
      recorded.event);
  return fault;
}

// Whether the change itself is signed is for the audit of its stream.
std::optional<AuditFault> DecisionAudit::learn_counter(const Reviewer& reviewer,
                                                       const RecordedEvent& recorded) {
  return std::visit(
      [&]<class Change>(const Change& change) -> std::optional<AuditFault> {
        if constexpr (ChangesPasskeys<Change>) {
          if (!change.signature) return std::nullopt;
          const OwnedPasskey* const signer = find_passkey(reviewer, change.signature->key_id);
          if (signer == nullptr ||
              counter_goes_on(signer->passkey.counter, counter_of(*change.signature))) {
            return std::nullopt;
          }
          return fault_of(recorded, kCounterFault);
        }
        return std::nullopt;
      },
      recorded.event);
}

void DecisionAudit::count_passkey(const Event& event) {
  const auto* added = std::get_if<ReviewerKeyAdded>(&event);
  if (added == nullptr) return;
  PasskeyCounts& counts = counts_.passkeys;
  switch (added->by) {
    case KeyWord::Passkey:
      ++counts.by_passkeys;
      return;
    case KeyWord::Link:
      ++counts.by_links;
      return;
    case KeyWord::Provider:
      ++counts.by_providers;
      return;
    case KeyWord::Unsaid:
    case KeyWord::Operator:  // an operator revokes, and registers nothing
      ++counts.unsaid;
      return;
  }
}

// A public key belongs to its first passkey, even after that passkey's revocation, because each
// registration makes a new key. Only a registration by a link, or by an earlier release, may repeat
// the key of the same passkey.
std::optional<AuditFault> DecisionAudit::learn_key(const ReviewerId& id,
                                                   const RecordedEvent& recorded) {
  const auto* added = std::get_if<ReviewerKeyAdded>(&recorded.event);
  if (added == nullptr) return std::nullopt;
  const std::string owner = id.value() + " " + added->passkey.id;
  const auto [first, is_new] = key_owners_.try_emplace(Sha256(sha256(added->passkey.spki)), owner);
  const bool may_return = added->by == KeyWord::Unsaid || added->by == KeyWord::Link;
  if (is_new || (may_return && first->second == owner)) return std::nullopt;
  return fault_of(recorded,
                  "the public key is that of an earlier passkey with another id or of another "
                  "reviewer: whoever holds it can sign for both");
}

// judge() finds a decision of an unknown reviewer, and one that another's passkey signed.
std::optional<AuditFault> DecisionAudit::learn_signature(const RecordedEvent& recorded) {
  return std::visit(
      [&]<class Act>(const Act& act) -> std::optional<AuditFault> {
        if constexpr (Decides<Act> || Corrects<Act>) {
          if (!act.signature) return std::nullopt;
          const auto found = reviewers_.find(act.reviewer);
          if (found == reviewers_.end()) return std::nullopt;
          Reviewer& reviewer = found->second;
          if (find_passkey(reviewer, act.signature->key_id) == nullptr) return std::nullopt;
          const bool goes_on = is_counted_on(reviewer, *act.signature);
          note_signature(reviewer, *act.signature, recorded.at);
          if (!goes_on) return fault_of(recorded, kCounterFault);
        }
        return std::nullopt;
      },
      recorded.event);
}

void DecisionAudit::learn_of_client(const ClientKey& client, const Event& event) {
  const ClientPolicy* policy = nullptr;
  if (const auto* made = std::get_if<ClientRegistered>(&event)) policy = &made->policy;
  if (const auto* made = std::get_if<ClientChanged>(&event)) policy = &made->policy;
  if (policy == nullptr) return;
  const Asked asked{!policy->unsigned_decisions,
                    policy->reviewers > 1,
                    policy->corrections == Corrections::Forbidden};
  if (asked == Asked()) {
    asked_.erase(client.value());
  } else {
    asked_[client.value()] = asked;
  }
}

DecisionAudit::Asked DecisionAudit::asked_by(const ClientKey& client) const {
  const auto found = asked_.find(client.value());
  return found == asked_.end() ? Asked() : found->second;
}

bool DecisionAudit::is_free(const Event& event,
                            const ReviewClaim& claim,
                            const ClientKey& client) const {
  const bool is_act =
      std::visit([](const auto& act) { return rights_for(act).has_value(); }, event);
  if (!is_act) return false;
  const auto holder = reviewers_.find(claim.reviewer);
  return !keeps_others_out(claim, holder == reviewers_.end() ? Reviewer() : holder->second, client);
}

// Checks whether a first opinion had to settle the review. The session's own rules check the later
// opinions, because they follow from the earlier ones.
std::optional<AuditFault> DecisionAudit::judge_settling(const RecordedEvent& recorded,
                                                        const ReviewDecided& decided,
                                                        const ClientKey& client) const {
  const bool is_first = decided.opinion == 1;
  const bool needs_two = asked_by(client).two_opinions;
  if (is_first && decided.settles && needs_two) {
    return fault_of(recorded, "one opinion settled the review of a client that asks for two");
  }
  if (is_first && !decided.settles && !needs_two) {
    return fault_of(recorded,
                    "the opinion did not settle the review of a client that asks for one alone");
  }
  return std::nullopt;
}

// Checks a correction by today's rules. A correction of an earlier release has one person and no
// opinions.
std::optional<AuditFault> DecisionAudit::judge_correction(const RecordedEvent& recorded,
                                                          const ReviewCorrected& corrected,
                                                          const ClientKey& client,
                                                          std::uint32_t needed) const {
  if (recorded.older_version == 1) return std::nullopt;
  const Asked asked = asked_by(client);
  if (asked.no_corrections) {
    return fault_of(recorded, "the client forbade corrections at this place");
  }
  if (corrected.opinion != 1) return std::nullopt;
  const bool needs_two = asked.two_opinions || needed > 1;
  if (corrected.settles && needs_two) {
    return fault_of(recorded, "one opinion settled a correction that needs two");
  }
  if (!corrected.settles && !needs_two) {
    return fault_of(recorded, "the opinion did not settle a correction that needs one alone");
  }
  return std::nullopt;
}

template <class Decided>
std::optional<AuditFault> DecisionAudit::judge_signature(const RecordedEvent& recorded,
                                                         const Decided& decided,
                                                         const Reviewer& reviewer,
                                                         const ClientKey& client,
                                                         std::span<const Sha256> images) {
  if (!decided.signature) {
    if (asked_by(client).signed_only) {
      return fault_of(recorded, "the decision lacks its reviewer's signature");
    }
    ++counts_.unsigned_by_reviewers;
    return std::nullopt;
  }
  const Passkey& passkey = find_passkey(reviewer, decided.signature->key_id)->passkey;
  const auto session = session_of(recorded.stream);
  if (!session ||
      !is_signed_by(passkey, *decided.signature, statement_of(*session, decided, images))) {
    return fault_of(recorded, "the signature is not the reviewer's of this decision");
  }
  if (decided.signature->seen >= recorded.sequence.value()) {
    return fault_of(recorded, "the decision was signed over a log that did not exist yet");
  }
  if (auto fault = judge_view(recorded, *decided.signature)) return fault;
  ++counts_.signed_by_reviewers;
  return std::nullopt;
}

// REQUIRES: the event is one of a session.
std::optional<AuditFault> DecisionAudit::judge_view(const RecordedEvent& recorded,
                                                    const DecisionSignature& signature) {
  if (!signature.view) return std::nullopt;
  if (!log_.empty() && signature.view->log != log_) {
    return fault_of(recorded, "the decision was signed over another log");
  }
  seen_.push_back(
      {recorded.sequence, signature.seen, signature.view->root, *session_of(recorded.stream)});
  return std::nullopt;
}

template <class Act>
std::optional<AuditFault> DecisionAudit::judge_act(const RecordedEvent& recorded,
                                                   const Act& act,
                                                   const ClientKey& client,
                                                   std::span<const Sha256> images) {
  constexpr bool kDecides = Decides<Act> || Corrects<Act>;
  if constexpr (Decides<Act>) {
    if (auto fault = judge_settling(recorded, act, client)) return fault;
  }
  if (!is_registered_reviewer(act.reviewer)) {
    if constexpr (kDecides) ++counts_.by_clients;
    return std::nullopt;
  }
  const ReviewRights rights = *rights_for(act);
  const auto found = reviewers_.find(act.reviewer);
  if (found == reviewers_.end() || !has_rights(found->second, rights, client)) {
    return fault_of(recorded,
                    "the reviewer was not registered, was disabled, or had neither the role nor "
                    "the passkey at this place");
  }
  if constexpr (kDecides) {
    return judge_signature(recorded, act, found->second, client, images);
  }
  return std::nullopt;
}

std::optional<AuditFault> DecisionAudit::judge(const StoredEvent& event,
                                               const ClientKey* client,
                                               std::span<const Sha256> images,
                                               std::uint32_t needed) {
  if (client == nullptr) return std::nullopt;
  if (auto why = act_fault(event.recorded, *client)) {
    return fault_of(event.recorded, *std::move(why));
  }
  if (const auto* corrected = std::get_if<ReviewCorrected>(&event.recorded.event)) {
    if (auto fault = judge_correction(event.recorded, *corrected, *client, needed)) return fault;
  }
  return std::visit(
      [&]<class Act>(const Act& act) -> std::optional<AuditFault> {
        if constexpr (LooksOrClaims<Act> || Decides<Act> || Corrects<Act>) {
          return judge_act(event.recorded, act, *client, images);
        } else {
          return std::nullopt;
        }
      },
      event.recorded.event);
}

}  // namespace countersign
