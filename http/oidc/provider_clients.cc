#include "http/oidc/provider_clients.h"

#include <utility>

namespace countersign::http {

// A client that is busy as long as this object lives.
class ProviderClients::Lease {
 public:
  explicit Lease(ProviderClients& of) : of_(of) {
    const MutexLock lock(of.mutex_);
    if (of.idle_.empty()) of.idle_.push_front(std::make_unique<HttpClient>());
    of.busy_.splice(of.busy_.begin(), of.idle_, of.idle_.begin());
    at_ = of.busy_.begin();
    if (of.cancelled_) (*at_)->cancel();
  }
  ~Lease() {
    Clients superfluous;  // is destroyed without the lock: that closes a connection
    const MutexLock lock(of_.mutex_);
    Clients& to = of_.idle_.size() < kIdleMost ? of_.idle_ : superfluous;
    to.splice(to.begin(), of_.busy_, at_);
  }
  Lease(const Lease&) = delete;
  Lease& operator=(const Lease&) = delete;

  HttpClient& client() const { return **at_; }

 private:
  ProviderClients& of_;
  Clients::iterator at_;
};

Result<ClientAnswer, NoAnswer> ProviderClients::ask(const ClientRequest& request) {
  const Lease lease(*this);
  return lease.client().ask(request);
}

void ProviderClients::cancel() {
  const MutexLock lock(mutex_);
  cancelled_ = true;
  for (const auto& client : busy_) client->cancel();
}

}  // namespace countersign::http
