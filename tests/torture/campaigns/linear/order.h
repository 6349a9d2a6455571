#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

// Checks whether a sequential order can explain the responses to concurrent calls.
namespace countersign::torture {

enum class Order : std::uint8_t { Found, None, Undecided };

// Searches for an order in which overlapping calls could have happened one after the other with the
// responses that they got: linearizability, as M. P. Herlihy and J. M. Wing define it.
//
// The search is that of J. M. Wing and C. Gong, "Testing and Verifying Concurrent Objects", Journal
// of Parallel and Distributed Computing 17 (1993): it tries each operation next that no unexplained
// operation precedes. The memory of G. Lowe, "Testing for Linearizability", Concurrency and
// Computation: Practice and Experience 29 (2017), makes it fast: a set of operations with the state
// that it leads to is not tried twice. An operation whose response fits and that changes nothing is
// placed at once: if there is any order, there is one with the operation here, unless an operation
// without a response could then no longer come before it.
//
// Model has:
//   State                     a comparable value; only equal states have the same `text()`
//   Operation                 `called` and `returned` on one clock, and `is_answered`
//   step(state, operation)    the next state; nullopt if the response is impossible there
//
// An operation without a response may happen once until it has `returned`, or never. Not
// thread-safe.
template <class Model>
class OrderSearch {
 public:
  using State = typename Model::State;
  using Operation = typename Model::Operation;

  OrderSearch(const Model& model, const std::vector<Operation>& history, std::size_t limit)
      : model_(model), history_(history), limit_(limit) {}

  // Returns Undecided after more than `limit` configurations. REQUIRES: the history is sorted by
  // `called`.
  Order run(State first) {
    const bool found = explore({std::vector<bool>(history_.size()), std::move(first)});
    if (undecided_) return Order::Undecided;
    return found ? Order::Found : Order::None;
  }
  // The number of configurations that were looked at.
  std::size_t looked_at() const { return seen_.size(); }

 private:
  using Time = std::int64_t;

  struct Configuration {
    std::vector<bool> done;
    State state;
    Time latest_call = std::numeric_limits<Time>::min();  // of the operations done
  };

  // The earliest return of the answered operations that are not done: the next operation was called
  // by then.
  Time first_return(const Configuration& at) const {
    Time first = std::numeric_limits<Time>::max();
    for (std::size_t i = 0; i < history_.size(); ++i) {
      if (history_[i].called > first) break;
      if (!at.done[i] && history_[i].is_answered) first = std::min(first, history_[i].returned);
    }
    return first;
  }
  bool is_explained(const Configuration& at) const {
    return first_return(at) == std::numeric_limits<Time>::max();
  }
  bool may_come_next(const Configuration& at, std::size_t i, Time first_return) const {
    return !at.done[i] && history_[i].called <= first_return &&
           history_[i].returned >= at.latest_call;
  }
  // Whether doing this operation rules out one without a response that could still happen.
  bool shuts_out(const Configuration& at, std::size_t i) const {
    for (std::size_t other = 0; other < history_.size(); ++other) {
      const Operation& missing = history_[other];
      if (missing.is_answered || at.done[other] || missing.returned < at.latest_call) continue;
      if (missing.returned < history_[i].called) return true;
    }
    return false;
  }

  void put(Configuration& at, std::size_t i) const {
    at.done[i] = true;
    at.latest_call = std::max(at.latest_call, history_[i].called);
  }
  bool put_if_nothing_changes(Configuration& at, std::size_t i) const {
    if (!history_[i].is_answered || shuts_out(at, i)) return false;
    const auto after = model_.step(at.state, history_[i]);
    if (!after || !(*after == at.state)) return false;
    put(at, i);
    return true;
  }
  void put_what_changes_nothing(Configuration& at) const {
    for (bool again = true; again;) {
      again = false;
      const Time until = first_return(at);
      for (std::size_t i = 0; i < history_.size(); ++i) {
        if (may_come_next(at, i, until)) again = put_if_nothing_changes(at, i) || again;
      }
    }
  }

  bool is_new(const Configuration& at) {
    std::string text(at.done.size(), '0');
    for (std::size_t i = 0; i < at.done.size(); ++i) text[i] = at.done[i] ? '1' : '0';
    // The latest call determines which operations without a response are still possible.
    text += std::to_string(at.latest_call) + " " + at.state.text();
    return seen_.insert(std::move(text)).second;
  }

  bool explore(Configuration at) {
    put_what_changes_nothing(at);
    if (is_explained(at)) return true;
    if (!is_new(at)) return false;
    undecided_ = undecided_ || seen_.size() > limit_;
    const Time until = first_return(at);
    for (std::size_t i = 0; i < history_.size() && !undecided_; ++i) {
      if (may_come_next(at, i, until) && explore_with(at, i)) return true;
    }
    return false;
  }
  bool explore_with(const Configuration& at, std::size_t i) {
    auto after = model_.step(at.state, history_[i]);
    if (!after) return false;
    Configuration next{at.done, std::move(*after), at.latest_call};
    put(next, i);
    return explore(std::move(next));
  }

  const Model& model_;
  const std::vector<Operation>& history_;
  const std::size_t limit_;
  std::unordered_set<std::string> seen_;
  bool undecided_ = false;
};

}  // namespace countersign::torture
