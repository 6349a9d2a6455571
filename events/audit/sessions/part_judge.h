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
    const SpilledTiles* tiles = nullptr;  // of the tree; null: roots are not compared
    // Decisions at or behind this place are not judged.
    std::optional<Sequence> end{};
    std::size_t bytes_max = 0;  // of a part that a thread has in memory
    GivenUp given_up{};
  };

  // REQUIRES: `file` and what is given outlive it.
  PartJudge(SpillFile& file, Given given) : file_(file), given_(std::move(given)) {}

  // False if the file has failed, or the audit is to stop.
  bool judge(const SpillParts& parts, std::size_t part) { return judge(parts, part, 0); }

  // REQUIRES: no thread judges any more.
  const std::optional<SessionFault>& fault() const { return fault_; }
  // The first decision that was signed over a root that the log did not have.
  const std::optional<Sequence>& unseen() const { return unseen_; }
  const DecisionCounts& counts() const { return counts_; }

 private:
  struct Entry {
    SessionId session;
    std::uint32_t number = 0;  // in the part
    std::string_view record;
  };

  bool judge(const SpillParts& parts, std::size_t part, unsigned depth);
  bool judge_sorted(const SpillParts& parts, std::size_t part);
  bool judge_in_order(const SpillParts& parts, std::size_t part);
  bool judge_divided(const SpillParts& parts, std::size_t part, unsigned depth);
  // False if the session's later decisions need not be judged.
  bool take(std::string_view record, SessionAudit& session, CaseAudit& cases);
  bool add(const CaseAudit& cases);
  bool is_beyond(Sequence decision) const;
  void note(SessionFault fault);

  SpillFile& file_;
  const Given given_;
  std::atomic<std::uint64_t> earliest_{UINT64_MAX};  // the place of fault_
  Mutex mutex_;
  std::optional<SessionFault> fault_;
  std::optional<Sequence> unseen_;
  DecisionCounts counts_;
};

// The part of a session among `parts`, a power of 2.
std::size_t part_of(const SessionId& session, std::size_t parts);

}  // namespace countersign
