#pragma once
#include <chrono>
#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "core/machine/threads/fair_permits.h"
#include "http/client/http_client.h"

namespace countersign::http {

// A pool of HTTP clients, one for each call that may run at the same time. Other calls wait for one
// for a limited time. The clients whose sessions the calls belong to take turns, and a client that
// holds a permit does not get the last free one (fair_permits.h). A call that finds no room to wait
// is refused at once, which bounds the number of threads held. Thread-safe. Ownership: owns the
// HTTP clients; outlives the permits taken from it.
class HttpClientPool {
 public:
  // A taken HTTP client; the destructor gives it back.
  class Permit {
   public:
    Permit() = default;
    Permit(HttpClientPool& permits, ClientKey whose, HttpClient& client)
        : permits_(&permits), whose_(std::move(whose)), client_(&client) {}
    ~Permit();
    Permit(Permit&& from) noexcept
        : permits_(from.permits_),
          whose_(std::move(from.whose_)),
          client_(std::exchange(from.client_, nullptr)) {}
    Permit& operator=(Permit&&) = delete;
    explicit operator bool() const { return client_ != nullptr; }
    HttpClient& operator*() const { return *client_; }

   private:
    HttpClientPool* const permits_ = nullptr;
    ClientKey whose_;
    HttpClient* client_ = nullptr;
  };

  // The number of calls that may wait. One client gets at most half of it, so that it never fills
  // all the room.
  static constexpr std::size_t waiting_max(std::size_t count) { return 4 * count; }

  // REQUIRES: count > 0.
  explicit HttpClientPool(std::size_t count);

  // Returns a permit without an HTTP client if there was no room, if no permit came in time, or if
  // the pool is stopping.
  Permit take(const ClientKey& client, std::chrono::milliseconds patience);
  std::size_t taken() const { return turns_.taken(); }
  std::size_t waiting() const { return turns_.waiting(); }
  // Cancels the running requests. From now on nobody gets a permit.
  void stop();

 private:
  void give_back(const ClientKey& whose, HttpClient& client);

  FairPermits turns_;
  std::vector<std::unique_ptr<HttpClient>> clients_;
  std::mutex mutex_;
  std::vector<HttpClient*> free_;  // guarded by mutex_
};

}  // namespace countersign::http
