#include "events/audit/sessions/case_audit.h"

#include <algorithm>
#include <concepts>
#include <utility>

#include "core/check.h"
#include "core/reviewer/challenge_purpose.h"
#include "core/session/review/review_reasons.h"
#include "core/session/review/review_rights.h"
#include "core/session/review/review_statement.h"
#include "core/text/base64url.h"
#include "events/audit/streams/act_audit.h"
#include "events/crypto/passkey/assertion.h"
#include "events/crypto/sha256.h"

namespace countersign {
namespace {

AuditFault case_fault(const RecordedEvent& recorded, std::string why) {
  return {recorded.sequence, std::move(why)};
}

// A reviewer with the facts alone; without facts nobody, who has no rights.
Reviewer reviewer_of_facts(const std::optional<PersonFacts>& facts) {
  Reviewer reviewer;
  if (!facts) return reviewer;
  reviewer.registered = facts->usable;
  reviewer.roles = facts->roles;
  if (facts->passkey) reviewer.passkeys.push_back({*facts->passkey, {}, {}, {}});
  return reviewer;
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
                            .view = decided.signature->view,
                            .not_looked_at = decided.not_looked_at};
  if (statement.view) statement.files.assign(images.begin(), images.end());
  if (decided.told) {
    statement.told = StatedSentence{decided.told->name, Sha256(sha256(decided.told->sentence))};
  }
  if constexpr (Decides<Decided>) statement.again = decided.again;
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

CaseAudit::CaseAudit(std::string log, const AskedHistory& asked)
    : log_(std::move(log)), asked_(&asked) {}

bool CaseAudit::is_free(const CaseFacts* facts, const ReviewClaim& claim, const ClientKey& client) {
  if (facts == nullptr || !is_registered_reviewer(claim.reviewer)) return false;
  if (facts->holder != claim.reviewer) return true;
  return !keeps_others_out(claim, reviewer_of_facts(facts->holder_was), client);
}

// Checks whether the client had the sentence that the person gets, word for word.
std::optional<AuditFault> CaseAudit::judge_sentence(const RecordedEvent& recorded,
                                                    const std::optional<ToldSentence>& told,
                                                    const ClientKey& client) const {
  if (!told) return std::nullopt;
  const AskedOfDecisions asked = asked_by(client, recorded);
  if (std::ranges::count(asked.sentences, hash_of_sentence(*told)) > 0) return std::nullopt;
  return case_fault(recorded, "the client had no such sentence for the person at this place");
}

// Checks whether a first opinion had to settle the review. The session's own rules check the later
// opinions, because they follow from the earlier ones.
std::optional<AuditFault> CaseAudit::judge_settling(const RecordedEvent& recorded,
                                                    const ReviewDecided& decided,
                                                    const ClientKey& client) const {
  const bool is_first = decided.opinion == 1;
  const bool needs_two = asked_by(client, recorded).two_opinions;
  if (is_first && decided.settles && needs_two) {
    return case_fault(recorded, "one opinion settled the review of a client that asks for two");
  }
  if (is_first && !decided.settles && !needs_two) {
    return case_fault(recorded,
                      "the opinion did not settle the review of a client that asks for one alone");
  }
  return std::nullopt;
}

// Checks a correction by today's rules. A correction of an earlier release has one person and no
// opinions.
std::optional<AuditFault> CaseAudit::judge_correction(const RecordedEvent& recorded,
                                                      const ReviewCorrected& corrected,
                                                      const ClientKey& client,
                                                      std::uint32_t needed) const {
  if (recorded.older_version == 1) return std::nullopt;
  const AskedOfDecisions asked = asked_by(client, recorded);
  if (asked.no_corrections) {
    return case_fault(recorded, "the client forbade corrections at this place");
  }
  if (corrected.opinion != 1) return std::nullopt;
  const bool needs_two = asked.two_opinions || needed > 1;
  if (corrected.settles && needs_two) {
    return case_fault(recorded, "one opinion settled a correction that needs two");
  }
  if (!corrected.settles && !needs_two) {
    return case_fault(recorded, "the opinion did not settle a correction that needs one alone");
  }
  return std::nullopt;
}

template <class Decided>
std::optional<AuditFault> CaseAudit::judge_signature(const RecordedEvent& recorded,
                                                     const Decided& decided,
                                                     const Reviewer& reviewer,
                                                     const ClientKey& client,
                                                     std::span<const Sha256> images) {
  if (!decided.signature) {
    if (asked_by(client, recorded).signed_only) {
      return case_fault(recorded, "the decision lacks its reviewer's signature");
    }
    ++counts_.unsigned_by_reviewers;
    return std::nullopt;
  }
  const Passkey& passkey = find_passkey(reviewer, decided.signature->key_id)->passkey;
  const auto session = session_of(recorded.stream);
  if (!session ||
      !is_signed_by(passkey, *decided.signature, statement_of(*session, decided, images))) {
    return case_fault(recorded, "the signature is not the reviewer's of this decision");
  }
  if (decided.signature->seen >= recorded.sequence.value()) {
    return case_fault(recorded, "the decision was signed over a log that did not exist yet");
  }
  if (auto fault = judge_view(recorded, *decided.signature)) return fault;
  ++counts_.signed_by_reviewers;
  return std::nullopt;
}

// REQUIRES: the event is one of a session.
std::optional<AuditFault> CaseAudit::judge_view(const RecordedEvent& recorded,
                                                const DecisionSignature& signature) {
  if (!signature.view) return std::nullopt;
  if (!log_.empty() && signature.view->log != log_) {
    return case_fault(recorded, "the decision was signed over another log");
  }
  seen_.push_back({recorded.sequence, signature.seen, signature.view->root});
  return std::nullopt;
}

template <class Act>
std::optional<AuditFault> CaseAudit::judge_act(const RecordedEvent& recorded,
                                               const CaseFacts& facts,
                                               const Act& act,
                                               const ClientKey& client,
                                               std::span<const Sha256> images,
                                               bool is_handed) {
  constexpr bool kDecides = Decides<Act> || Corrects<Act>;
  if constexpr (kDecides) {
    if (auto fault = judge_sentence(recorded, act.told, client)) return fault;
  }
  if constexpr (Decides<Act>) {
    if (auto fault = judge_settling(recorded, act, client)) return fault;
    if (facts.opened_for && *facts.opened_for != client) {
      return case_fault(recorded, "the decision opens a session of another client");
    }
  }
  if (!is_registered_reviewer(act.reviewer)) {
    if constexpr (kDecides) ++counts_.by_clients;
    return std::nullopt;
  }
  const Reviewer reviewer = reviewer_of_facts(facts.person);
  if (!has_rights(reviewer, on_case(*rights_for(act), is_handed), client)) {
    return case_fault(recorded,
                      "the reviewer was not registered, was disabled, or had neither the role nor "
                      "the passkey at this place");
  }
  if constexpr (kDecides) {
    if (!act.not_looked_at.empty() && asked_by(client, recorded).looks_only) {
      return case_fault(recorded, "the client forbade decisions without a look at this place");
    }
    return judge_signature(recorded, act, reviewer, client, images);
  }
  return std::nullopt;
}

std::optional<AuditFault> CaseAudit::judge(const StoredEvent& event,
                                           const CaseFacts* facts,
                                           const ClientKey* client,
                                           std::span<const Sha256> images,
                                           std::uint32_t needed,
                                           bool is_handed) {
  if (client == nullptr) return std::nullopt;
  if (auto why = act_fault(event.recorded, *client)) {
    return case_fault(event.recorded, *std::move(why));
  }
  if (const auto* overdue = std::get_if<ReviewOverdue>(&event.recorded.event)) {
    if (overdue->due_ms != asked_by(*client, event.recorded).due_ms) {
      return case_fault(event.recorded, "the client had another due time at this place");
    }
  }
  if (const auto* corrected = std::get_if<ReviewCorrected>(&event.recorded.event)) {
    if (auto fault = judge_correction(event.recorded, *corrected, *client, needed)) return fault;
  }
  return std::visit(
      [&]<class Act>(const Act& act) -> std::optional<AuditFault> {
        if constexpr (LooksOrClaims<Act> || Decides<Act> || Corrects<Act> || OrdersWork<Act>) {
          check(facts != nullptr, "an act on a case is judged with its facts");
          return judge_act(event.recorded, *facts, act, *client, images, is_handed);
        } else {
          return std::nullopt;
        }
      },
      event.recorded.event);
}

}  // namespace countersign
