#pragma once
#include <mutex>
#include <optional>
#include <set>

#include "core/ids.h"

namespace countersign::http {

// The idempotency marks whose first request is still being worked on, in this
// process. A second request with one of them is told so, rather than made to wait.
// Thread-safe; must outlive the places it hands out.
class InFlightKeys {
 public:
  // Keeps the mark until it is destroyed. Movable.
  class Place {
   public:
    Place(InFlightKeys& keys, const Sha256& mark) : keys_(&keys), mark_(mark) {}
    ~Place() { leave(); }
    Place(Place&& from) noexcept : keys_(from.keys_), mark_(from.mark_) { from.keys_ = nullptr; }
    Place& operator=(Place&& from) noexcept {
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

  // Nothing when the mark is in flight already.
  std::optional<Place> enter(const Sha256& mark);

 private:
  void leave(const Sha256& mark);

  std::mutex mutex_;
  std::set<Sha256> marks_;
};

}  // namespace countersign::http
