#pragma once
#include <optional>
#include <set>

#include "core/ids.h"
#include "core/machine/threads/mutex.h"
#include "core/machine/threads/permit.h"

namespace countersign::http {

// The idempotency keys of this process whose first request is still being worked on. A second
// request with such a key is refused instead of waiting. Thread-safe; must outlive its permits.
class InFlightKeys {
 public:
  // Keeps the key in flight until it is destroyed.
  using Permit = countersign::Permit<InFlightKeys, Sha256>;

  // Returns nullopt if the key is already in flight.
  std::optional<Permit> enter(const Sha256& key);

 private:
  friend Permit;
  void give_back(const Sha256& key);

  Mutex mutex_;
  std::set<Sha256> keys_ GUARDED_BY(mutex_);
};

}  // namespace countersign::http
