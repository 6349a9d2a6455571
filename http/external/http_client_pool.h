#pragma once
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "core/machine/threads/fair_permits.h"
#include "core/machine/threads/mutex.h"
#include "core/machine/threads/permit.h"
#include "http/client/http_client.h"

namespace countersign::http {

// A pool of HTTP clients, one for each call that may run at the same time. Other calls wait for one
// for a limited time. The clients whose sessions the calls belong to take turns, and a client that
// holds a permit does not get the last free one (fair_permits.h). A call that finds no room to wait
// is refused at once, which bounds the number of threads held. Thread-safe. Ownership: owns the
// HTTP clients; outlives the permits taken from it.
class HttpClientPool {
 public:
  struct Taken {
    ClientKey whose;
    HttpClient* client;  // never null
  };
  using Permit = countersign::Permit<HttpClientPool, Taken>;

  // The number of calls that may wait. One client gets at most half of it, so that it never fills
  // all the room.
  static constexpr std::size_t waiting_max(std::size_t count) { return 4 * count; }

  // REQUIRES: count > 0.
  explicit HttpClientPool(std::size_t count);

  // Returns nullopt if there was no room, if no permit came in time, or if the pool is stopping.
  std::optional<Permit> take(const ClientKey& client, std::chrono::milliseconds patience);
  std::size_t taken() const { return turns_.taken(); }
  std::size_t waiting() const { return turns_.waiting(); }
  // Cancels the running requests. From now on nobody gets a permit.
  void stop();

 private:
  friend Permit;
  void give_back(const Taken& taken);

  FairPermits turns_;
  std::vector<std::unique_ptr<HttpClient>> clients_;
  Mutex mutex_;
  std::vector<HttpClient*> free_ GUARDED_BY(mutex_);
};

}  // namespace countersign::http
