#pragma once
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

#include "http/client/http_client.h"

namespace countersign::http {

// As many HTTP clients as calls may run at the same time. As many again may wait for one, for a
// while; who comes then is turned away at once, so that only so many threads are ever held.
// Thread-safe. Ownership: of the clients; it outlives the places that are taken.
class ClientPlaces {
 public:
  // Gives the client back at its end.
  class Place {
   public:
    explicit Place(ClientPlaces* places = nullptr, HttpClient* client = nullptr)
        : places_(places), client_(client) {}
    ~Place();
    Place(Place&& from) noexcept : places_(from.places_), client_(from.client_) {
      from.client_ = nullptr;
    }
    Place& operator=(Place&&) = delete;
    explicit operator bool() const { return client_ != nullptr; }
    HttpClient& operator*() const { return *client_; }

   private:
    ClientPlaces* const places_;
    HttpClient* client_;
  };

  // REQUIRES: count > 0.
  explicit ClientPlaces(std::size_t count);

  // Without a client: there was none in time, or it is stopping.
  Place take(std::chrono::milliseconds patience);
  std::size_t taken() const;
  // Ends what is being asked, and nobody gets a place any more.
  void stop();

 private:
  void give_back(HttpClient* client);

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::unique_ptr<HttpClient>> clients_;
  std::vector<HttpClient*> free_;
  std::size_t waiting_ = 0;
  bool stopping_ = false;
};

}  // namespace countersign::http
