#pragma once
#include <algorithm>
#include <cstddef>
#include <deque>
#include <list>
#include <map>
#include <optional>
#include <utility>

#include "core/check.h"
#include "core/ids.h"

namespace countersign {

// Whether a client that holds `held` of the resources that are queued for may take one more of the
// `free` ones. It may not hold more than stay free, so that a client that comes later finds one. A
// client alone gets half. Any client may take its first one if one is free. These are the dynamic
// thresholds of Choudhury and Hahne, "Dynamic Queue Length Thresholds for Shared-Memory Packet
// Switches", IEEE/ACM Transactions on Networking 6(2), 1998.
constexpr bool leaves_room(std::size_t held, std::size_t free) {
  return free > 0 && (held == 0 || held + 1 < free);
}

// The same for resources that are few, and of which one client may need nearly all: one stays free
// for a client that comes later.
constexpr bool leaves_one(std::size_t held, std::size_t free) {
  return free > 0 && (held == 0 || free > 1);
}

// Items that wait for their turn, in one line for each client: first in, first out within a line,
// and the lines take turns (round robin; J. Nagle, RFC 970, section 4.2). So an item of a client
// with no others waiting comes after at most one item of each other client, however many items
// those have. `Key` identifies a client.
//
// A client with nothing waiting is never refused: others can fill only their own lines. Therefore
// at most Limits::all items wait, plus one for each further client; the operator decides how many
// clients there are.
//
// Not thread-safe: the owner guards it.
template <class Item, class Key = ClientKey>
class FairQueue {
 public:
  struct Limits {
    std::size_t each_client = 0;  // REQUIRES: above 0
    std::size_t all = 0;
  };

  using Line = std::deque<Item>;

  explicit FairQueue(Limits limits) : limits_(limits) {
    check(limits.each_client > 0, "a fair queue has room for at least one item of each client");
  }

  bool has_room(const Key& client) const {
    const auto line = lines_.find(client);
    if (line == lines_.end()) return true;
    return line->second.size() < limits_.each_client && size_ < limits_.all;
  }

  // Does not check for room: the caller calls has_room().
  void push(const Key& client, Item item) {
    const auto line = lines_.find(client);
    if (line != lines_.end()) {
      line->second.push_back(std::move(item));
    } else {
      std::list<Key> turn{client};  // first, because it may throw std::bad_alloc
      lines_[client].push_back(std::move(item));
      turns_.splice(turns_.end(), turn);
    }
    ++size_;
  }

  // Removes and returns the next item; nullopt if nothing waits.
  std::optional<Item> pop() {
    auto next = pop_of([](const Key&) { return true; });
    if (!next) return std::nullopt;
    return std::move(next->second);
  }

  // Removes and returns the next item among the clients for which `may_go` is true, with its
  // client. The other clients keep their turns.
  template <class MayGo>
  std::optional<std::pair<Key, Item>> pop_of(const MayGo& may_go) {
    const auto turn = std::find_if(turns_.begin(), turns_.end(), may_go);
    if (turn == turns_.end()) return std::nullopt;
    return take(turn, 0);
  }

  // The same where the order within a line is the owner's: `pick` returns the index of the item of
  // a client's line that is next, or nullopt if none of them may go now.
  template <class Pick>
  std::optional<std::pair<Key, Item>> pop_picked(const Pick& pick) {
    for (auto turn = turns_.begin(); turn != turns_.end(); ++turn) {
      const std::optional<std::size_t> index = pick(*turn, lines_.find(*turn)->second);
      if (index) return take(turn, *index);
    }
    return std::nullopt;
  }

  // Whether pop_picked() would find an item.
  template <class Pick>
  bool has_picked(const Pick& pick) const {
    return std::any_of(turns_.begin(), turns_.end(), [&](const Key& client) {
      return pick(client, lines_.find(client)->second).has_value();
    });
  }

  // The items of a client that wait; null if none does.
  const Line* line_of(const Key& client) const {
    const auto line = lines_.find(client);
    return line == lines_.end() ? nullptr : &line->second;
  }

  // Removes an item before its turn. REQUIRES: the item waits.
  void remove(const Key& client, const Item& item) {
    const auto line = lines_.find(client);
    check(line != lines_.end(), "the client of a removed item has a line in the fair queue");
    check(std::erase(line->second, item) == 1,
          "a removed item waits exactly once in the line of its client");
    --size_;
    if (!line->second.empty()) return;
    lines_.erase(line);
    std::erase(turns_, client);
  }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

 private:
  // Removes an item of the client whose turn it is. The client's next turn is after all others'.
  std::pair<Key, Item> take(typename std::list<Key>::iterator turn, std::size_t index) {
    const auto line = lines_.find(*turn);
    const auto item = line->second.begin() + static_cast<std::ptrdiff_t>(index);
    std::pair<Key, Item> next(*turn, std::move(*item));
    line->second.erase(item);
    --size_;
    if (line->second.empty()) {
      lines_.erase(line);
      turns_.erase(turn);
    } else {
      turns_.splice(turns_.end(), turns_, turn);
    }
    return next;
  }

  const Limits limits_;
  std::map<Key, Line> lines_;  // no line is empty
  std::list<Key> turns_;       // clients of lines_, each once; the next one is first
  std::size_t size_ = 0;
};

}  // namespace countersign
