#include "events/audit/decision_audit.h"

#include <concepts>
#include <utility>

#include "core/session/review/review_rights.h"
#include "core/stream/evolve.h"
#include "events/audit/streams/reviewer_audit.h"
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

std::uint64_t& count_of(PasskeyCounts& counts, KeyWord word) {
  switch (word) {
    case KeyWord::Passkey:
      return counts.by_passkeys;
    case KeyWord::Link:
      return counts.by_links;
    case KeyWord::Provider:
      return counts.by_providers;
    case KeyWord::Unsaid:
    case KeyWord::Operator:  // an operator revokes, and registers nothing
      return counts.unsaid;
  }
  return counts.unsaid;
}

}  // namespace

std::optional<AuditFault> DecisionAudit::learn(const StoredEvent& event) {
  const StreamId& stream = event.recorded.stream;
  if (const auto reviewer = reviewer_of(stream)) return learn_of_reviewer(*reviewer, event);
  if (const auto client = client_of(stream)) {
    learn_of_client(*client, event.recorded);
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

void DecisionAudit::count_passkey(const RecordedEvent& recorded) {
  const auto* added = std::get_if<ReviewerKeyAdded>(&recorded.event);
  if (added != nullptr) added_.emplace_back(recorded.sequence, added->by);
}

PasskeyCounts DecisionAudit::passkeys_before(std::optional<Sequence> end) const {
  PasskeyCounts counts = counted_;
  for (const auto& [place, word] : added_) {
    if (end && place >= *end) break;
    ++count_of(counts, word);
  }
  return counts;
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

void DecisionAudit::learn_of_client(const ClientKey& client, const RecordedEvent& recorded) {
  const ClientPolicy* policy = nullptr;
  if (const auto* made = std::get_if<ClientRegistered>(&recorded.event)) policy = &made->policy;
  if (const auto* made = std::get_if<ClientChanged>(&recorded.event)) policy = &made->policy;
  if (policy != nullptr) asked_.learn(client, recorded.sequence, *policy);
}

PersonFacts DecisionAudit::facts_of(const Reviewer& reviewer, const DecisionSignature* signature) {
  PersonFacts facts{is_usable(reviewer), reviewer.roles, std::nullopt};
  const OwnedPasskey* const signer =
      signature == nullptr ? nullptr : find_passkey(reviewer, signature->key_id);
  if (signer != nullptr) facts.passkey = signer->passkey;
  return facts;
}

std::optional<CaseFacts> DecisionAudit::facts_for(const Event& event,
                                                  const std::optional<std::string>& holder) const {
  const auto rights = std::visit([](const auto& act) { return rights_for(act); }, event);
  if (!rights) return std::nullopt;
  CaseFacts facts{.person = {}, .holder = holder, .holder_was = {}, .opened_for = {}};
  const auto person = reviewers_.find(rights->reviewer);
  if (person != reviewers_.end()) facts.person = facts_of(person->second, rights->signature);
  if (!holder) return facts;
  const auto held_by = reviewers_.find(*holder);
  if (held_by != reviewers_.end()) facts.holder_was = facts_of(held_by->second, nullptr);
  return facts;
}

void DecisionAudit::append_state(std::string& out) const {
  put_map(out, reviewers_);
  asked_.append_state(out);
  put_map(out, key_owners_);
  put_set(out, people_of_provider_);
  put_state(out, passkeys_before(std::nullopt));
}

bool DecisionAudit::take_state(StateReader& in) {
  if (!take_map(in, reviewers_) || !asked_.take_state(in)) return false;
  if (!take_map(in, key_owners_) || !take_set(in, people_of_provider_)) return false;
  counted_ = in.take<PasskeyCounts>();
  return in.good();
}

}  // namespace countersign
