#pragma once
#include <atomic>
#include <cstdint>
#include <memory>

#include "http/edge/exchange.h"
#include "http/edge/mailbox.h"

namespace countersign::http {

// The edge's own Exchange: a mailbox, a weak pointer to the connection object and the number of the
// request on it. Thread-safe.
class PendingExchange final : public Exchange {
 public:
  PendingExchange(std::shared_ptr<Mailbox> mailbox,
                  std::weak_ptr<Connection> connection,
                  std::uint64_t request);
  ~PendingExchange() override;

  void respond(Response response) override;
  void fail(Failure why) noexcept override;
  void resume() override;
  bool client_gone() const override;

 private:
  void answer(std::optional<Response> response, Failure otherwise = Failure::Bug);

  const std::shared_ptr<Mailbox> mailbox_;
  const std::weak_ptr<Connection> connection_;
  const std::uint64_t request_;
  std::atomic<bool> answered_{false};
};

}  // namespace countersign::http
