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

// Whether a client that holds `held` of the things that are queued for may have one more of the
// `free` ones: not more than what stays free then, so that a client that comes later finds one.
// Alone a client gets half. Anybody may have the first one that is free. These are the dynamic
// thresholds of Choudhury and Hahne, "Dynamic Queue Length Thresholds for Shared-Memory Packet
// Switches", IEEE/ACM Transactions on Networking 6(2), 1998.
constexpr bool leaves_room(std::size_t held, std::size_t free) {
  return free > 0 && (held == 0 || held + 1 < free);
}

// The same of things that are few, and that one client may need nearly all of: one of them stays
// free for a client that comes later.
constexpr bool leaves_one(std::size_t held, std::size_t free) {
  return free > 0 && (held == 0 || free > 1);
}

// What waits for its turn, in one line for each client: first in, first out within a line, and the
// lines take turns (round robin; J. Nagle, RFC 970, section 4.2). So an item of a client that had
// none waiting comes after at most one item of each other client, however many of them there are.
// What a client is, `Key` says.
//
// A client with nothing waiting is never refused: others can fill only their own lines. Therefore
// at most Limits::all items wait, and one more of each further client; how many clients there are
// is the operators' choice.
//
// Not thread-safe: it is guarded by whoever has it.
template <class Item, class Key = ClientKey>
class FairQueue {
 public:
  struct Limits {
    std::size_t each_client = 0;  // REQUIRES: above 0
    std::size_t all = 0;
  };

  explicit FairQueue(Limits limits) : limits_(limits) {
    check(limits.each_client > 0, "a queue without room for anybody");
  }

  bool has_room(const Key& client) const {
    const auto line = lines_.find(client);
    if (line == lines_.end()) return true;
    return line->second.size() < limits_.each_client && size_ < limits_.all;
  }

  // Whether there is room is the caller's question.
  void push(const Key& client, Item item) {
    const auto line = lines_.find(client);
    if (line != lines_.end()) {
      line->second.push_back(std::move(item));
    } else {
      std::list<Key> turn{client};  // made before anything changes, for memory may end
      lines_[client].push_back(std::move(item));
      turns_.splice(turns_.end(), turn);
    }
    ++size_;
  }

  // The next one; none when nothing waits.
  std::optional<Item> pop() {
    auto next = pop_of([](const Key&) { return true; });
    if (!next) return std::nullopt;
    return std::move(next->second);
  }

  // The next one of those clients of which `may_go` says so, and whose it is. The others keep their
  // turns.
  template <class MayGo>
  std::optional<std::pair<Key, Item>> pop_of(const MayGo& may_go) {
    const auto turn = std::find_if(turns_.begin(), turns_.end(), may_go);
    if (turn == turns_.end()) return std::nullopt;
    const auto line = lines_.find(*turn);
    std::optional<std::pair<Key, Item>> next;
    next.emplace(*turn, std::move(line->second.front()));
    line->second.pop_front();
    --size_;
    if (line->second.empty()) {
      lines_.erase(line);
      turns_.erase(turn);
    } else {
      turns_.splice(turns_.end(), turns_, turn);
    }
    return next;
  }

  // Whether pop_of() would find one.
  template <class MayGo>
  bool has_one_of(const MayGo& may_go) const {
    return std::any_of(turns_.begin(), turns_.end(), may_go);
  }

  // Takes one out before its turn. REQUIRES: it waits.
  void remove(const Key& client, const Item& item) {
    const auto line = lines_.find(client);
    check(line != lines_.end(), "what does not wait is taken out of a queue");
    check(std::erase(line->second, item) == 1, "what does not wait is taken out of a queue");
    --size_;
    if (!line->second.empty()) return;
    lines_.erase(line);
    std::erase(turns_, client);
  }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

 private:
  const Limits limits_;
  std::map<Key, std::deque<Item>> lines_;  // none is empty
  std::list<Key> turns_;                   // of lines_, each once; who is next is first
  std::size_t size_ = 0;
};

}  // namespace countersign
