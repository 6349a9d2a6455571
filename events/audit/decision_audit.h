#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/reviewer/reviewer.h"
#include "events/audit/stream_audit.h"
#include "events/stored_event.h"

namespace countersign {

// The log's root that a signed decision names: that of the tree of the first `size` events. The
// audit of the log compares it when it reads the log once more (log_audit.h).
struct SeenRoot {
  Sequence decision;
  std::uint64_t size = 0;
  Sha256 root;
  SessionId session;
};

// The passkeys that were registered, by the word that each rests on (core/reviewer/key_change.h).
struct PasskeyCounts {
  std::uint64_t by_passkeys = 0;   // each signature was verified
  std::uint64_t by_links = 0;      // of operators
  std::uint64_t by_providers = 0;  // of identity
  std::uint64_t unsaid = 0;        // by earlier releases, on the word of a login

  PasskeyCounts& operator+=(const PasskeyCounts& other) {
    by_passkeys += other.by_passkeys;
    by_links += other.by_links;
    by_providers += other.by_providers;
    unsaid += other.unsaid;
    return *this;
  }
};

// The decisions of people that an audit found to be good.
struct DecisionCounts {
  std::uint64_t signed_by_reviewers = 0;    // each signature was verified
  std::uint64_t unsigned_by_reviewers = 0;  // of clients that accept them
  std::uint64_t by_clients = 0;             // by back offices and operators, who cannot sign
  PasskeyCounts passkeys{};                 // by which signatures are verified

  DecisionCounts& operator+=(const DecisionCounts& other) {
    signed_by_reviewers += other.signed_by_reviewers;
    unsigned_by_reviewers += other.unsigned_by_reviewers;
    by_clients += other.by_clients;
    passkeys += other.passkeys;
    return *this;
  }
};

// Reads a log from its first event and finds a look, a claim or a decision of a registered reviewer
// that the reviewer could not have made: somebody who is not registered, or disabled, has no role
// for the client, or whose passkey is not theirs at that time; a signature that is wrong or is of
// another statement (review_statement.h); a missing one, where the client accepts no unsigned
// decisions; a statement of an earlier version in an event of the present one; a counter of
// signatures that does not go on; a first opinion that settles a review of a client that asks for
// two, or does not settle one of a client that asks for one; a correction that the client forbids,
// or that fewer people settled than the client or the decision asks for; one key under two ids or
// of two reviewers; an act that was recorded for somebody who cannot act so (act_audit.h). The
// client's policy is the one of that place in the log.
//
// Keeps the reviewers, the keys that there ever were, what clients ask for, and the roots that
// decisions of the examined sessions name. One thread at a time.
class DecisionAudit {
 public:
  // `log` is the log's origin, which statements name; empty if the auditor does not know one.
  explicit DecisionAudit(std::string log = {}) : log_(std::move(log)) {}

  // Takes each event of the log, in order. Returns the fault of a login, a decision or a change of
  // passkeys whose passkey's counter does not go on from the one before, that of a registration of
  // a key that another passkey has or had, and that of a reviewer's event that was recorded for
  // somebody who cannot cause it.
  std::optional<AuditFault> learn(const StoredEvent& event);
  // Whether the claim keeps nobody out of the case at this event of its session: an act of a
  // reviewer, after events by which the claim's holder may not claim it any more.
  bool is_free(const Event& event, const ReviewClaim& claim, const ClientKey& client) const;
  // Judges an event of a session. `client` is the session's; null if the session is not one that
  // can be reviewed. `images` are the session's pictures. `needed` is how many equal opinions the
  // session's rules ask of a correction; the client may ask for more.
  std::optional<AuditFault> judge(const StoredEvent& event,
                                  const ClientKey* client,
                                  std::span<const Sha256> images,
                                  std::uint32_t needed);

  // Counts the event if it registers a passkey. REQUIRES: its stream's audit found it to be good.
  void count_passkey(const Event& event);

  const std::vector<SeenRoot>& seen() const { return seen_; }
  // Forgets the roots that other passes will find.
  template <class Predicate>
  void forget_seen_if(Predicate of_another_pass) {
    std::erase_if(seen_, [&](const SeenRoot& seen) { return of_another_pass(seen.session); });
  }
  const DecisionCounts& counts() const { return counts_; }

 private:
  // The requirements of a client's policy for decisions.
  struct Asked {
    bool signed_only = false;
    bool two_opinions = false;
    bool no_corrections = false;
    bool operator==(const Asked&) const = default;
  };

  Asked asked_by(const ClientKey& client) const;
  static std::optional<AuditFault> learn_counter(const Reviewer& reviewer,
                                                 const RecordedEvent& recorded);
  std::optional<AuditFault> learn_key(const ReviewerId& id, const RecordedEvent& recorded);
  std::optional<AuditFault> learn_of_reviewer(const ReviewerId& id, const StoredEvent& event);
  std::optional<AuditFault> learn_signature(const RecordedEvent& recorded);
  void learn_of_client(const ClientKey& client, const Event& event);
  std::optional<AuditFault> judge_settling(const RecordedEvent& recorded,
                                           const ReviewDecided& decided,
                                           const ClientKey& client) const;
  std::optional<AuditFault> judge_correction(const RecordedEvent& recorded,
                                             const ReviewCorrected& corrected,
                                             const ClientKey& client,
                                             std::uint32_t needed) const;
  template <class Act>
  std::optional<AuditFault> judge_act(const RecordedEvent& recorded,
                                      const Act& act,
                                      const ClientKey& client,
                                      std::span<const Sha256> images);
  template <class Decided>
  std::optional<AuditFault> judge_signature(const RecordedEvent& recorded,
                                            const Decided& decided,
                                            const Reviewer& reviewer,
                                            const ClientKey& client,
                                            std::span<const Sha256> images);
  std::optional<AuditFault> judge_view(const RecordedEvent& recorded,
                                       const DecisionSignature& signature);

  const std::string log_;
  std::map<std::string, Reviewer, std::less<>> reviewers_;  // by id
  std::unordered_map<std::string, Asked> asked_;  // by the key of a client that asks for more
  std::map<Sha256, std::string> key_owners_;      // by the key's hash: reviewer and passkey
  std::set<std::string, std::less<>> people_of_provider_;  // ids
  std::vector<SeenRoot> seen_;
  DecisionCounts counts_;
};

}  // namespace countersign
