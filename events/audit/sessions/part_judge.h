#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/machine/threads/given_up.h"
#include "core/machine/threads/mutex.h"
#include "events/audit/sessions/sessions_audit.h"
#include "events/audit/spill/spill_parts.h"
#include "events/audit/spill/spilled_tiles.h"
#include "events/audit/state/state_folder.h"

namespace countersign {

// The fault of a session, and where an audit stands that judges each decision when it is read.
struct SessionFault {
  Sequence decision;       // the first event of the decision that has the fault
  std::uint64_t read = 0;  // events that were in the tree by then
  AuditFault fault;
};

// Judges parts of the decisions that were put aside (session_decision.h), each session by itself.
// Any number of threads judge parts at the same time, and share what was found: a session is not
// judged beyond the earliest fault. The fault that is found is the same in any order of the parts.
class PartJudge {
 public:
  struct Given {
    std::string log;  // its origin, for CaseAudit
    const AskedHistory* asked = nullptr;
    const SpilledTiles* tiles = nullptr;   // of the tree; null: roots are not compared
    const EarlierTree* earlier = nullptr;  // of the audit from which this one goes on; null: none
    const StateFolder* states = nullptr;   // of the same audit
    // Gets the state of each session behind its decisions, in the order of session_key() within a
    // part; null: states are not kept.
    SpillParts* kept = nullptr;
    unsigned bits_of_parts = 0;  // the binary logarithm of their number
    // Decisions at or behind this place are not judged.
    std::optional<Sequence> end{};
    std::size_t bytes_max = 0;  // of a part that a thread has in memory
    GivenUp given_up{};
  };

  // REQUIRES: `file` and what is given outlive it.
  PartJudge(SpillFile& file, Given given) : file_(file), given_(std::move(given)) {}

  // The states that a thread needs beside the others; empty if sessions begin with the log. False:
  // they cannot be read, and state_fault() says why.
  bool open_states(std::optional<SessionStates>& states);
  // False if a file has failed, or the audit is to stop. `states` are the thread's; null: none.
  bool judge(const SpillParts& parts, std::size_t part, SessionStates* states);

  // REQUIRES: no thread judges any more.
  const std::optional<SessionFault>& fault() const { return fault_; }
  // The first decision that was signed over a root that the log did not have.
  const std::optional<Sequence>& unseen() const { return unseen_; }
  const DecisionCounts& counts() const { return counts_; }
  // Why judge() failed, if it was for a state, or a tile of the earlier tree.
  const std::optional<StateFault>& state_fault() const { return state_fault_; }
  const std::optional<tlog::ReadError>& unread() const { return unread_; }

 private:
  struct Entry {
    std::pair<std::uint64_t, SessionId> session;  // as session_key() has it
    std::uint32_t number = 0;                     // in the part
    std::string_view record;
  };

  // The means of the judgement of a part and of its divisions.
  struct Work {
    SessionStates* states = nullptr;
    std::size_t part = 0;  // of those that were put aside
  };

  bool judge(const SpillParts& parts, std::size_t part, unsigned depth, const Work& work);
  bool judge_sorted(const SpillParts& parts, std::size_t part, const Work& work);
  bool judge_in_order(const SpillParts& parts, std::size_t part, const Work& work);
  bool judge_divided(const SpillParts& parts, std::size_t part, unsigned depth, const Work& work);
  std::size_t division_of(const SessionId& session, unsigned depth) const;
  // The session before these decisions; nullopt: its state cannot be read.
  std::optional<SessionAudit> before(const SessionId& session, const Work& work);
  // Keeps the state behind them. False: the file has failed.
  bool keep(const SessionId& session, const SessionAudit& audit, const Work& work) const;
  // False if the session's later decisions need not be judged.
  bool take(std::string_view record, SessionAudit& session, CaseAudit& cases);
  bool add(const CaseAudit& cases);
  bool is_beyond(Sequence decision) const;
  void note(SessionFault fault);
  void note_state(StateFault fault);

  SpillFile& file_;
  const Given given_;
  std::atomic<std::uint64_t> earliest_{UINT64_MAX};  // the place of fault_
  Mutex mutex_;
  std::optional<SessionFault> fault_;
  std::optional<Sequence> unseen_;
  DecisionCounts counts_;
  std::optional<StateFault> state_fault_;
  std::optional<tlog::ReadError> unread_;
};

// The part of a session among `parts`, a power of 2: by the upper bits of its hash, so that the
// parts come in the order of session_key().
std::size_t part_of(const SessionId& session, std::size_t parts);

}  // namespace countersign
