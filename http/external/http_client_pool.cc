#include "http/external/http_client_pool.h"

#include "core/check.h"

namespace countersign::http {

HttpClientPool::HttpClientPool(std::size_t count)
    : turns_(count,
             {.each_client = waiting_max(count) / 2, .all = waiting_max(count)},
             FairPermits::Shared::OneForOthers) {
  for (std::size_t i = 0; i < count; ++i) {
    clients_.push_back(std::make_unique<HttpClient>());
    free_.push_back(clients_.back().get());
  }
}

std::optional<HttpClientPool::Permit> HttpClientPool::take(const ClientKey& client,
                                                           std::chrono::milliseconds patience) {
  if (!turns_.take(client, patience)) return std::nullopt;
  const MutexLock lock(mutex_);
  check(!free_.empty(), "a client that got a turn finds a free HTTP client");
  HttpClient* const taken = free_.back();
  free_.pop_back();
  return Permit(*this, {client, taken});
}

void HttpClientPool::stop() {
  turns_.stop();
  for (const auto& client : clients_) client->cancel();
}

void HttpClientPool::give_back(const Taken& taken) {
  {
    const MutexLock lock(mutex_);
    free_.push_back(taken.client);
  }
  turns_.give_back(taken.whose);
}

}  // namespace countersign::http
