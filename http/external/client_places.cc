#include "http/external/client_places.h"

#include "core/check.h"

namespace countersign::http {

ClientPlaces::Place::~Place() {
  if (client_ != nullptr) places_->give_back(client_);
}

ClientPlaces::ClientPlaces(std::size_t count) {
  check(count > 0, "no place for a call");
  for (std::size_t i = 0; i < count; ++i) {
    clients_.push_back(std::make_unique<HttpClient>());
    free_.push_back(clients_.back().get());
  }
}

ClientPlaces::Place ClientPlaces::take(std::chrono::milliseconds patience) {
  std::unique_lock lock(mutex_);
  if (free_.empty()) {
    if (waiting_ >= clients_.size()) return Place();
    ++waiting_;
    (void)changed_.wait_for(lock, patience, [this] { return stopping_ || !free_.empty(); });
    --waiting_;
  }
  if (stopping_ || free_.empty()) return Place();
  HttpClient* const client = free_.back();
  free_.pop_back();
  return Place(this, client);
}

std::size_t ClientPlaces::taken() const {
  const std::lock_guard lock(mutex_);
  return clients_.size() - free_.size();
}

void ClientPlaces::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  for (const auto& client : clients_) client->cancel();
}

void ClientPlaces::give_back(HttpClient* client) {
  {
    const std::lock_guard lock(mutex_);
    free_.push_back(client);
  }
  changed_.notify_one();
}

}  // namespace countersign::http
