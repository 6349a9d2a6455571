#pragma once
#include <optional>
#include <set>

#include "core/ids.h"
#include "core/machine/threads/mutex.h"
#include "core/machine/threads/permit.h"

namespace countersign::http {

// The idempotency marks of this process whose first request is still being worked on. A second
// request with such a mark is refused instead of waiting. Thread-safe; must outlive its permits.
class InFlightKeys {
 public:
  // Keeps the mark in flight until it is destroyed.
  using Permit = countersign::Permit<InFlightKeys, Sha256>;

  // Returns nullopt if the mark is already in flight.
  std::optional<Permit> enter(const Sha256& mark);

 private:
  friend Permit;
  void give_back(const Sha256& mark);

  Mutex mutex_;
  std::set<Sha256> marks_ GUARDED_BY(mutex_);
};

}  // namespace countersign::http
