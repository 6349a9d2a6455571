#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "core/ids.h"
#include "core/machine/threads/mutex.h"

// How many connections an inspector has. Strangers can only begin handshakes, which have a budget
// of their own, so that they take nothing from the servers; and each server has a share of its own,
// so that none takes anything from another.
namespace countersign {

// The handshakes that have not ended. A new one is always let in: where there are too many, the
// oldest one is cut off, since that of a server takes milliseconds. It is one of the same network,
// if that has its limit; otherwise of the network that has most.
//
// Thread-safe.
class Handshakes {
 public:
  struct Limits {
    std::size_t all = 64;
    std::size_t each_network = 16;
  };
  // One handshake, until it is destroyed. The budget outlives it.
  class Begun {
   public:
    ~Begun() {
      if (budget_ != nullptr) budget_->end(id_);
    }
    Begun(Begun&& from) noexcept : budget_(from.budget_), id_(from.id_) { from.budget_ = nullptr; }
    Begun& operator=(Begun&&) = delete;

   private:
    friend Handshakes;
    Begun(Handshakes* budget, std::uint64_t id) : budget_(budget), id_(id) {}
    Handshakes* budget_;
    std::uint64_t id_;
  };

  explicit Handshakes(const Limits& limits) : limits_(limits) {}

  // `cut` ends the connection. It is called at most once, on the thread of a later begin(), and
  // never after the handshake has ended; it must not block, nor call this object.
  Begun begin(std::string network, std::function<void()> cut);

  std::size_t count() const;

 private:
  struct Entry {
    std::string network;
    std::function<void()> cut;
  };
  void end(std::uint64_t id);
  std::size_t count_of(const std::string& network) const REQUIRES_LOCK(mutex_);
  std::uint64_t to_be_cut(const std::string& newest) const REQUIRES_LOCK(mutex_);

  const Limits limits_;
  mutable Mutex mutex_;
  std::uint64_t begun_ GUARDED_BY(mutex_) = 0;
  std::map<std::uint64_t, Entry> entries_ GUARDED_BY(mutex_);  // the oldest first
};

// The connections of servers, by their keys: each key may have `each` of them. Thread-safe.
class ServerShares {
 public:
  explicit ServerShares(std::size_t each) : each_(each) {}

  // False if the server has all of its share.
  bool take(const Sha256& server);
  // REQUIRES: taken.
  void give_back(const Sha256& server);

 private:
  const std::size_t each_;
  Mutex mutex_;
  std::map<Sha256, std::size_t> taken_ GUARDED_BY(mutex_);
};

}  // namespace countersign
