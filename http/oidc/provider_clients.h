#pragma once
#include <cstddef>
#include <list>
#include <memory>

#include "core/machine/threads/mutex.h"
#include "core/result.h"
#include "http/client/http_client.h"

namespace countersign::http {

// HTTP clients for requests that run at the same time, one for each. Up to kIdleMost are kept for
// later requests, with their connections.
//
// Thread-safe. The caller bounds how many requests run.
class ProviderClients {
 public:
  static constexpr std::size_t kIdleMost = 4;

  // As HttpClient::ask().
  Result<ClientAnswer, NoAnswer> ask(const ClientRequest& request);

  // Ends the running requests within about a second, and every later one.
  void cancel();

 private:
  using Clients = std::list<std::unique_ptr<HttpClient>>;
  class Lease;

  Mutex mutex_;
  Clients idle_ GUARDED_BY(mutex_);
  Clients busy_ GUARDED_BY(mutex_);
  bool cancelled_ GUARDED_BY(mutex_) = false;
};

}  // namespace countersign::http
