#pragma once
#include <cstddef>
#include <optional>

#include "core/ids.h"
#include "http/limits/fair_shares.h"

namespace countersign::http {

// How many downloads may run at the same time: each holds a thread of the pool
// and the memory of three files for as long as its reader takes, so slow readers
// must not be able to take all of them, nor some clients those of the others.
// Thread-safe; must outlive the slots it hands out.
class TransferSlots {
 public:
  // REQUIRES: total > 0. A client gets its fair share of them: half when it is alone.
  explicit TransferSlots(std::size_t total);

  // Keeps the slot until it is destroyed. Movable.
  using Slot = FairShares::Share;

  // Nothing when the client has its share, or they are all taken.
  std::optional<Slot> enter(const ClientKey& client) { return shares_.take(client); }

  std::size_t taken() const { return shares_.taken(); }

 private:
  FairShares shares_;
};

}  // namespace countersign::http
