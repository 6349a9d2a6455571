#pragma once
#include <mutex>
#include <optional>
#include <set>

#include "core/ids.h"

namespace countersign::http {

// The idempotency marks of this process whose first request is still being worked on. A second
// request with such a mark is refused instead of waiting.
// Thread-safe; must outlive the permits that it hands out.
class InFlightKeys {
 public:
  // Keeps the mark in flight until it is destroyed. Movable.
  class Permit {
   public:
    Permit(InFlightKeys& keys, const Sha256& mark) : keys_(&keys), mark_(mark) {}
    ~Permit() { leave(); }
    Permit(Permit&& from) noexcept : keys_(from.keys_), mark_(from.mark_) { from.keys_ = nullptr; }
    Permit& operator=(Permit&& from) noexcept {
      if (this == &from) return *this;
      leave();
      keys_ = from.keys_;
      mark_ = from.mark_;
      from.keys_ = nullptr;
      return *this;
    }

   private:
    void leave() {
      if (keys_ != nullptr) keys_->leave(mark_);
      keys_ = nullptr;
    }
    InFlightKeys* keys_;
    Sha256 mark_;
  };

  // Returns nullopt if the mark is already in flight.
  std::optional<Permit> enter(const Sha256& mark);

 private:
  void leave(const Sha256& mark);

  std::mutex mutex_;
  std::set<Sha256> marks_;
};

}  // namespace countersign::http
