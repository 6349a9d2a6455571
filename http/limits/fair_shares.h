#pragma once
#include <cstdint>
#include <limits>
#include <map>
#include <optional>

#include "core/ids.h"
#include "core/machine/threads/mutex.h"
#include "core/machine/threads/permit.h"

namespace countersign::http {

// A resource that the clients share: places, descriptors or bytes. A client may take more as long
// as it then holds no more than was free before. With small amounts, a client alone gets half; n
// clients that take all they can get 1/(n+1) each, and 1/(n+1) stays free for a client that comes
// later. So no client keeps another out, however many sessions it has. This is the dynamic
// threshold scheme of Choudhury and Hahne, "Dynamic Queue Length Thresholds for Shared-Memory
// Packet Switches", IEEE/ACM Transactions on Networking 6(2), 1998, with a factor of one.
//
// Thread-safe; must outlive the shares that it hands out.
class FairShares {
 public:
  explicit FairShares(std::uint64_t total)
      : FairShares(total, std::numeric_limits<std::uint64_t>::max()) {}
  // One client takes `each` at most.
  FairShares(std::uint64_t total, std::uint64_t each) : total_(total), each_(each) {}
  FairShares(const FairShares&) = delete;
  FairShares& operator=(const FairShares&) = delete;

  struct Taken {
    ClientKey client;
    std::uint64_t amount;
  };
  // Returns its amount when it is destroyed.
  using Share = Permit<FairShares, Taken>;

  // Returns nullopt if that would exceed the client's share.
  std::optional<Share> take(const ClientKey& client, std::uint64_t amount = 1);
  // As take(), for a total that is not constant and of which `free` is left.
  std::optional<Share> take_of(std::uint64_t free, const ClientKey& client, std::uint64_t amount);

  std::uint64_t taken() const;

 private:
  std::optional<Share> take_locked(std::uint64_t free,
                                   const ClientKey& client,
                                   std::uint64_t amount) REQUIRES_LOCK(mutex_);
  friend Share;
  void give_back(const Taken& taken);

  const std::uint64_t total_;
  const std::uint64_t each_;
  mutable Mutex mutex_;
  std::uint64_t taken_ GUARDED_BY(mutex_) = 0;
  std::map<ClientKey, std::uint64_t> by_client_ GUARDED_BY(mutex_);
};

}  // namespace countersign::http
