#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "core/machine/threads/given_up.h"
#include "events/audit/sessions/part_judge.h"
#include "events/audit/sessions/sessions_audit.h"
#include "events/audit/spill/spill_file.h"
#include "events/audit/spill/spill_parts.h"
#include "events/audit/spill/spilled_tiles.h"
#include "events/audit/state/state_folder.h"

namespace countersign {

// Puts the decisions of sessions aside, sorted into parts by session, and has them judged part by
// part once all are there: as SessionsAudit does, with memory that does not depend on how many
// sessions are open or kept.
//
// One thread puts aside, and calls judge() and recount(), which use `threads` threads. After a
// failure of the file, decisions are dropped, and judge() gives no verdict.
class PartedSessions : public SessionDecisions {
 public:
  struct Options {
    std::string log{};               // its origin, for CaseAudit
    std::uint64_t events = 0;        // of the log, roughly
    std::size_t bytes_max = 0;       // what is held in memory at a time
    std::size_t threads = 0;         // 0: one for each core, and one alone for a small log
    std::filesystem::path folder{};  // of the temporary file; empty: default_spill_folder()
    GivenUp given_up{};
    // The audit from which this one goes on; none: it begins with the log.
    std::optional<EarlierTree> earlier{};
    const StateFolder* states = nullptr;  // of that audit; REQUIRES: it outlives the sessions
    bool keeps_states = false;            // of the sessions that have decisions, for write_states()
    // Called after each part, by one thread at a time, with the decisions that were judged.
    std::function<void(std::uint64_t done, std::uint64_t decisions)> progress{};
  };
  struct Verdict {
    bool is_whole = false;  // else the file has failed, or the audit was stopped
    std::optional<SessionFault> fault{};
    std::optional<Sequence> unseen{};
    DecisionCounts counts{};  // those before the fault, but for passkeys
    // Why it is not whole, if it is not for the temporary file or because the audit was stopped.
    std::optional<StateFault> state_fault{};
    std::optional<tlog::ReadError> unread{};  // of the earlier tree
  };

  explicit PartedSessions(Options options);

  // Knows no fault yet.
  std::optional<AuditFault> take(const SessionId& id,
                                 const RecordedDecision& decision,
                                 const CaseFacts* facts) override;
  // Takes a full tile of the log's tree.
  void take_tile(const tlog::Tile& tile, std::string_view hashes) { tiles_.take(tile, hashes); }

  // Judges all decisions. `tree` is the tree of the events that were read. Called once.
  Verdict judge(const AskedHistory& asked, const tlog::TileBuilder& tree);

  // Adds the states of all sessions that had decisions. False: the temporary file has failed, or
  // `fault` says why. REQUIRES: states are kept, and judge() has found no fault.
  bool write_states(RunWriter& run, std::optional<StateFault>& fault) const;

  // How many threads the audit may use.
  std::size_t threads() const { return threads_; }
  // Why there is no whole verdict; nullopt if the audit was stopped.
  std::optional<SpillFailure> failure() const { return file_.failure(); }

 private:
  bool judge_all(PartJudge& judge);
  static Verdict unjudged(const PartJudge& judge);
  PartJudge::Given given(const AskedHistory& asked) const;

  const Options options_;
  const std::size_t threads_;
  SpillFile file_;
  SpillParts parts_;
  SpilledTiles tiles_;
  std::optional<SpillParts> kept_;  // states
  std::string record_;
  std::uint64_t decisions_ = 0;
};

}  // namespace countersign
