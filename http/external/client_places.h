#pragma once
#include <chrono>
#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "core/machine/threads/fair_places.h"
#include "http/client/http_client.h"

namespace countersign::http {

// As many HTTP clients as calls may run at the same time. Others wait for one, for a while: the
// clients of ours whose sessions they are of take turns, and none of them takes the last one that
// is free beside others of its own (fair_places.h). Who finds no room to wait is turned away at
// once, so that only so many threads are ever held. Thread-safe. Ownership: of the HTTP clients; it
// outlives the places that are taken.
class ClientPlaces {
 public:
  // Gives the client back at its end.
  class Place {
   public:
    Place() = default;
    Place(ClientPlaces& places, ClientKey whose, HttpClient& client)
        : places_(&places), whose_(std::move(whose)), client_(&client) {}
    ~Place();
    Place(Place&& from) noexcept
        : places_(from.places_),
          whose_(std::move(from.whose_)),
          client_(std::exchange(from.client_, nullptr)) {}
    Place& operator=(Place&&) = delete;
    explicit operator bool() const { return client_ != nullptr; }
    HttpClient& operator*() const { return *client_; }

   private:
    ClientPlaces* const places_ = nullptr;
    ClientKey whose_;
    HttpClient* client_ = nullptr;
  };

  // How many may wait: of one client half of all, so that one alone never fills the room.
  static constexpr std::size_t waiting_max(std::size_t count) { return 4 * count; }

  // REQUIRES: count > 0.
  explicit ClientPlaces(std::size_t count);

  // Without an HTTP client: there was no room or no place in time, or it is stopping.
  Place take(const ClientKey& client, std::chrono::milliseconds patience);
  std::size_t taken() const { return turns_.taken(); }
  std::size_t waiting() const { return turns_.waiting(); }
  // Ends what is being asked, and nobody gets a place any more.
  void stop();

 private:
  void give_back(const ClientKey& whose, HttpClient& client);

  FairPlaces turns_;
  std::vector<std::unique_ptr<HttpClient>> clients_;
  std::mutex mutex_;
  std::vector<HttpClient*> free_;  // guarded by mutex_
};

}  // namespace countersign::http
