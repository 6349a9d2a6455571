#include "events/writer/next_step.h"

#include <doctest/doctest.h>

#include <functional>
#include <ostream>

namespace countersign::next_step_test {

std::ostream& operator<<(std::ostream& out, WriterStep step) {
  switch (step) {
    case WriterStep::SettleLost:
      return out << "SettleLost";
    case WriterStep::Append:
      return out << "Append";
    case WriterStep::Answer:
      return out << "Answer";
    case WriterStep::Decide:
      return out << "Decide";
    case WriterStep::RunTasks:
      return out << "RunTasks";
    case WriterStep::Stop:
      return out << "Stop";
    case WriterStep::Sleep:
      return out << "Sleep";
  }
  return out;
}

using enum WriterStep;
using enum OpenGroup;

struct Row {
  const char* words;
  WriterState state;
  WriterStep step;
};

template <std::size_t N>
void check_rows(const Row (&rows)[N]) {
  for (const Row& row : rows) {
    CAPTURE(row.words);
    CHECK(next_step(row.state) == row.step);
  }
}

TEST_CASE("each reason for a step comes before those above it") {
  const Row rows[] = {
      {"nothing waits", {}, Sleep},
      {"the writer is to stop", {.stopping = true}, Stop},
      {"a submission waits", {.undecided = true, .stopping = true}, Decide},
      {"a task waits", {.undecided = true, .tasks = true, .stopping = true}, RunTasks},
      {"a group waits for its answer",
       {.undecided = true, .finished = true, .tasks = true, .stopping = true},
       Answer},
      {"the open group is full",
       {.open = Closed, .undecided = true, .finished = true, .tasks = true, .stopping = true},
       Append},
      {"a group was lost",
       {.open = Closed,
        .undecided = true,
        .finished = true,
        .tasks = true,
        .lost = true,
        .stopping = true},
       SettleLost},
  };
  check_rows(rows);
}

TEST_CASE("an open group is appended when nobody else can join it, or when it should not wait") {
  check_rows({
      {"nobody else is known", {.open = Joinable}, Append},
      {"a submission can join", {.open = Joinable, .undecided = true}, Decide},
      {"whoever gets an answer may come again", {.open = Joinable, .finished = true}, Answer},
      {"whoever is being answered may come again", {.answering = true, .open = Joinable}, Sleep},
      {"a submission joins while others are answered",
       {.answering = true, .open = Joinable, .undecided = true},
       Decide},
      {"deciding and answering take longer than the disk",
       {.answering = true, .open = Joinable, .undecided = true, .follows_at_once = true},
       Append},
      {"the group is full", {.answering = true, .open = Closed, .undecided = true}, Append},
      {"a submission has to wait for a task, and the group is not kept waiting",
       {.open = Joinable, .undecided = true, .tasks = true},
       Append},
      {"an empty group is not appended, however fast the disk",
       {.answering = true, .follows_at_once = true},
       Sleep},
  });
}

TEST_CASE("each role is held by one thread") {
  check_rows({
      {"while a group is written, the next is decided",
       {.appending = true, .undecided = true},
       Decide},
      {"while a group is written, the next is not", {.appending = true, .open = Closed}, Sleep},
      {"a full group takes nobody in",
       {.appending = true, .open = Closed, .undecided = true},
       Sleep},
      {"while a group is written, the one before is answered",
       {.appending = true, .open = Joinable, .finished = true},
       Answer},
      {"while submissions are decided, a group is answered",
       {.deciding = true, .finished = true},
       Answer},
      {"while submissions are decided, nothing else begins", {.deciding = true}, Sleep},
      {"groups are answered one after the other", {.answering = true, .finished = true}, Sleep},
  });
}

TEST_CASE("tasks run between groups") {
  check_rows({
      {"nothing is under way", {.tasks = true}, RunTasks},
      {"the open group is decided and goes first", {.open = Joinable, .tasks = true}, Append},
      {"a group is being written", {.appending = true, .undecided = true, .tasks = true}, Sleep},
      {"a group is being answered", {.answering = true, .tasks = true}, Sleep},
      {"submissions wait until the tasks have run", {.undecided = true, .tasks = true}, RunTasks},
      {"tasks are running", {.deciding = true, .appending = true, .undecided = true}, Sleep},
      {"a group is answered while tasks run",
       {.deciding = true, .appending = true, .finished = true},
       Answer},
  });
}

TEST_CASE("a lost group takes with it what was decided on top of it") {
  check_rows({
      {"the next group is being decided", {.deciding = true, .lost = true}, Sleep},
      {"the next group is decided, and is not appended",
       {.open = Closed, .undecided = true, .lost = true},
       SettleLost},
      {"both are refused, since the disk is full or the log has failed",
       {.finished = true},
       Answer},
      // After StoreError::Unreadable both are taken back.
      {"both are decided again", {.undecided = true}, Decide},
      {"each of their submissions is a group, however many wait",
       {.open = Closed, .undecided = true},
       Append},
      {"it is on its way, and the next one is decided",
       {.appending = true, .undecided = true},
       Decide},
  });
}

TEST_CASE("after a failure of the log everybody is still answered, and tasks still run") {
  check_rows({
      {"the group that failed", {.lost = true}, SettleLost},
      {"its callers", {.undecided = true, .finished = true}, Answer},
      {"those who wait: to decide them is to refuse them", {.undecided = true}, Decide},
      {"a task", {.undecided = true, .tasks = true}, RunTasks},
  });
}

TEST_CASE("a writer stops when everything is done") {
  check_rows({
      {"submissions are queued", {.undecided = true, .stopping = true}, Decide},
      {"a group is open", {.open = Joinable, .stopping = true}, Append},
      {"a group is to be settled", {.lost = true, .stopping = true}, SettleLost},
      {"a group is to be answered", {.finished = true, .stopping = true}, Answer},
      {"a task waits", {.tasks = true, .stopping = true}, RunTasks},
      {"the other thread decides", {.deciding = true, .stopping = true}, Sleep},
      {"the other thread appends", {.appending = true, .stopping = true}, Sleep},
      {"the other thread answers", {.answering = true, .stopping = true}, Sleep},
      {"nothing is left", {.stopping = true}, Stop},
  });
}

void for_each_state(const std::function<void(const WriterState&)>& look) {
  for (unsigned bits = 0; bits < 1U << 9; ++bits) {
    const auto bit = [bits](unsigned place) { return (bits >> place & 1U) != 0; };
    for (const OpenGroup open : {Empty, Joinable, Closed}) {
      look({.deciding = bit(0),
            .appending = bit(1),
            .answering = bit(2),
            .open = open,
            .undecided = bit(3),
            .finished = bit(4),
            .tasks = bit(5),
            .lost = bit(6),
            .follows_at_once = bit(7),
            .stopping = bit(8)});
    }
  }
}

TEST_CASE("in no state does a thread take a role that is held, or leave work undone") {
  for_each_state([](const WriterState& state) {
    const WriterStep step = next_step(state);
    const bool settled = !state.deciding && !state.appending;
    CHECK_FALSE((step == Decide && state.deciding));
    CHECK_FALSE((step == Answer && state.answering));
    CHECK_FALSE(((step == Append || step == SettleLost || step == RunTasks) && !settled));
    CHECK_FALSE((step == Stop && !state.stopping));

    const bool waits = state.undecided || state.open != Empty || state.finished || state.tasks ||
                       state.lost || state.stopping;
    const bool at_work = state.deciding || state.appending || state.answering;
    if (!at_work) CHECK((step == Sleep) == !waits);
    CHECK(is_idle(state) == (!at_work && !waits));
    // The counts of the deciding thread have no influence while it decides.
    WriterState other = state;
    other.open = Joinable;
    other.undecided = !state.undecided;
    if (state.deciding) CHECK(next_step(other) == step);
  });
}

}  // namespace countersign::next_step_test
