#pragma once
#include <cstddef>
#include <optional>

#include "core/ids.h"
#include "http/limits/fair_shares.h"

namespace countersign::http {

// Limits how many downloads run at the same time. Each holds a thread of the pool and the memory of
// three files for as long as its reader takes. So slow readers must not be able to take all
// permits, and no client the permits of the others. Thread-safe; must outlive its permits.
class DownloadPermits {
 public:
  // REQUIRES: total > 0. A client gets its fair share of the permits: half when it is alone.
  explicit DownloadPermits(std::size_t total);

  // Holds the permit until it is destroyed. Movable.
  using Permit = FairShares::Share;

  // Returns nullopt if the client has its share or all permits are taken.
  std::optional<Permit> enter(const ClientKey& client) { return shares_.take(client); }

  std::size_t taken() const { return shares_.taken(); }

 private:
  FairShares shares_;
};

}  // namespace countersign::http
