#pragma once
#include <cstdint>

namespace countersign {

// The next step of a thread of the writer.
enum class WriterStep : std::uint8_t { SettleLost, Append, Answer, Decide, RunTasks, Stop, Sleep };

// The group into which submissions are decided.
enum class OpenGroup : std::uint8_t {
  Empty,
  Joinable,  // has submissions, and more may join
  Closed,    // is full, or its only submission must be alone
};

// Everything that the next step of the writer depends on. A failure of the log is not part of it:
// submissions are then decided as usual, and each is refused.
struct WriterState {
  // The roles that a thread holds. Tasks hold the first two, so that no group is begun or written.
  bool deciding = false;
  bool appending = false;
  bool answering = false;

  // The work that waits. The first two counts belong to the deciding thread, and are valid only
  // while no thread decides.
  OpenGroup open = OpenGroup::Empty;
  bool undecided = false;  // submissions
  bool finished = false;   // groups that wait to be answered
  bool tasks = false;
  bool lost = false;  // a group was not appended, and the group decided on top of it is not settled

  bool follows_at_once = false;  // the open group does not wait for more submissions (GroupPace)
  bool stopping = false;
};

// Whether the open group should be appended now. REQUIRES: nobody decides.
constexpr bool is_ripe(const WriterState& state) {
  if (state.open == OpenGroup::Empty) return false;
  if (state.open == OpenGroup::Closed || state.follows_at_once) return true;
  const bool more_join = state.undecided && !state.tasks;
  const bool more_may_come = state.answering || state.finished;
  return !more_join && !more_may_come;
}

// The first step, in the order of WriterStep, that is possible.
constexpr WriterStep next_step(const WriterState& state) {
  const bool settled = !state.deciding && !state.appending;
  if (settled && state.lost) return WriterStep::SettleLost;
  if (settled && is_ripe(state)) return WriterStep::Append;
  if (!state.answering && state.finished) return WriterStep::Answer;
  const bool may_decide = !state.deciding && !state.tasks && state.open != OpenGroup::Closed;
  if (may_decide && state.undecided) return WriterStep::Decide;
  const bool all_answered = settled && !state.answering && !state.finished;
  if (all_answered && state.tasks) return WriterStep::RunTasks;
  if (all_answered && state.stopping && !state.undecided) return WriterStep::Stop;
  return WriterStep::Sleep;
}

// Whether no thread works and no work waits.
constexpr bool is_idle(const WriterState& state) {
  const bool at_work = state.deciding || state.appending || state.answering;
  return !at_work && next_step(state) == WriterStep::Sleep;
}

}  // namespace countersign
