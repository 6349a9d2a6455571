#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/session/review/review.h"
#include "events/audit/sessions/case_facts.h"
#include "events/audit/sessions/decision_counts.h"
#include "events/audit/streams/stream_audit.h"
#include "events/stored_event.h"

namespace countersign {

// The log's root that a signed decision names: that of the tree of the first `size` events. The
// audit of the log compares it (log_audit.h).
struct SeenRoot {
  Sequence decision;
  std::uint64_t size = 0;
  Sha256 root;
};

// Finds a look, a claim or a decision of a registered reviewer that the reviewer could not have
// made: somebody who is not registered, or disabled, has no role for the client, or whose passkey
// is not theirs at that time; a signature that is wrong or is of another statement
// (review_statement.h); a missing one, where the client accepts no unsigned decisions; a statement
// of an earlier version in an event of the present one; a first opinion that settles a review of a
// client that asks for two, or does not settle one of a client that asks for one; a correction that
// the client forbids, or that fewer people settled than the client or the decision asks for; a
// claim or a decision of a case that was handed over, by somebody who is no supervisor; a case that
// is overdue by another time than the client's; a sentence for the person that the client did not
// have at that place; an act that was recorded for somebody who cannot act so (act_audit.h). The
// client's policy is the one of that place in the log.
//
// Keeps the counts, but for those of passkeys, and the roots that decisions name. Sessions may come
// in any order, each session's events in theirs. One thread at a time.
class CaseAudit {
 public:
  // `log` is the log's origin, which statements name; empty if the auditor does not know one.
  // REQUIRES: `asked` outlives it, and knows the policies up to each event that is judged.
  CaseAudit(std::string log, const AskedHistory& asked);

  // Whether the claim keeps nobody out of the case at this event of its session: an act of a
  // reviewer, after events by which the claim's holder may not claim it any more, or has taken so
  // many other cases since that it has ended. `facts` are null for an event that is no act.
  static bool is_free(const CaseFacts* facts, const ReviewClaim& claim, const ClientKey& client);

  // Judges an event of a session. `client` is the session's; null if the session is not one that
  // can be reviewed. `images` are the session's pictures. `needed` is how many equal opinions the
  // session's rules ask of a correction; the client may ask for more. `is_handed` says whether the
  // case was handed over to a supervisor before. REQUIRES: `facts` is not null
  // if the event is an act.
  std::optional<AuditFault> judge(const StoredEvent& event,
                                  const CaseFacts* facts,
                                  const ClientKey* client,
                                  std::span<const Sha256> images,
                                  std::uint32_t needed,
                                  bool is_handed);

  const DecisionCounts& counts() const { return counts_; }
  const std::vector<SeenRoot>& seen() const { return seen_; }

 private:
  AskedOfDecisions asked_by(const ClientKey& client, const RecordedEvent& recorded) const {
    return asked_->at(client, recorded.sequence);
  }
  std::optional<AuditFault> judge_settling(const RecordedEvent& recorded,
                                           const ReviewDecided& decided,
                                           const ClientKey& client) const;
  std::optional<AuditFault> judge_correction(const RecordedEvent& recorded,
                                             const ReviewCorrected& corrected,
                                             const ClientKey& client,
                                             std::uint32_t needed) const;
  template <class Act>
  std::optional<AuditFault> judge_act(const RecordedEvent& recorded,
                                      const CaseFacts& facts,
                                      const Act& act,
                                      const ClientKey& client,
                                      std::span<const Sha256> images,
                                      bool is_handed);
  std::optional<AuditFault> judge_sentence(const RecordedEvent& recorded,
                                           const std::optional<ToldSentence>& told,
                                           const ClientKey& client) const;
  template <class Decided>
  std::optional<AuditFault> judge_signature(const RecordedEvent& recorded,
                                            const Decided& decided,
                                            const Reviewer& reviewer,
                                            const ClientKey& client,
                                            std::span<const Sha256> images);
  std::optional<AuditFault> judge_view(const RecordedEvent& recorded,
                                       const DecisionSignature& signature);

  const std::string log_;
  const AskedHistory* const asked_;
  std::vector<SeenRoot> seen_;
  DecisionCounts counts_;
};

}  // namespace countersign
