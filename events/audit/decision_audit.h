#pragma once
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/reviewer/reviewer.h"
#include "events/audit/sessions/case_facts.h"
#include "events/audit/sessions/decision_counts.h"
#include "events/audit/streams/state_form.h"
#include "events/audit/streams/stream_audit.h"
#include "events/stored_event.h"

namespace countersign {

// Reads a log from its first event and knows who may decide at each place: the facts by which
// CaseAudit judges an act. Finds a counter of signatures that does not go on, one key under two ids
// or of two reviewers, and a reviewer's event that was recorded for somebody who cannot cause it.
//
// Keeps the reviewers, the keys that there ever were, and what clients ask for. One thread at a
// time.
class DecisionAudit {
 public:
  // Takes each event of the log, in order. Returns the fault of a login, a decision or a change of
  // passkeys whose passkey's counter does not go on from the one before, that of a registration of
  // a key that another passkey has or had, and that of a reviewer's event that was recorded for
  // somebody who cannot cause it.
  std::optional<AuditFault> learn(const StoredEvent& event);

  // The facts by which CaseAudit judges the event that was learnt last; nullopt if it is no act on
  // a case. `holder` is the reviewer whose latest claims have the case (ClaimAudit).
  std::optional<CaseFacts> facts_for(const Event& event,
                                     const std::optional<std::string>& holder) const;
  const AskedHistory& asked() const { return asked_; }

  // Counts the event if it registers a passkey. REQUIRES: its stream's audit found it to be good.
  void count_passkey(const RecordedEvent& recorded);
  // The counts of the events before `end`; nullopt: of all.
  // REQUIRES: `end` is no place of an audit from which this one goes on.
  PasskeyCounts passkeys_before(std::optional<Sequence> end) const;

  // See state_form.h.
  void append_state(std::string& out) const;
  bool take_state(StateReader& in);

 private:
  static PersonFacts facts_of(const Reviewer& reviewer, const DecisionSignature* signature);
  static std::optional<AuditFault> learn_counter(const Reviewer& reviewer,
                                                 const RecordedEvent& recorded);
  std::optional<AuditFault> learn_key(const ReviewerId& id, const RecordedEvent& recorded);
  std::optional<AuditFault> learn_of_reviewer(const ReviewerId& id, const StoredEvent& event);
  std::optional<AuditFault> learn_signature(const RecordedEvent& recorded);
  void learn_of_client(const ClientKey& client, const RecordedEvent& recorded);

  std::map<std::string, Reviewer, std::less<>> reviewers_;  // by id
  AskedHistory asked_;
  std::map<Sha256, std::string> key_owners_;  // by the key's hash: reviewer and passkey
  std::set<std::string, std::less<>> people_of_provider_;  // ids
  PasskeyCounts counted_;                            // of the audit from which this one goes on
  std::vector<std::pair<Sequence, KeyWord>> added_;  // later passkeys, in the order of the log
};

}  // namespace countersign
