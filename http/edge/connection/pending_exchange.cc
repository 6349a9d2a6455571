#include "http/edge/connection/pending_exchange.h"

#include <utility>

#include "http/edge/connection/connection.h"

namespace countersign::http {

namespace {

// True if both point to the same object, even if it has been destroyed.
bool is_same(const std::weak_ptr<Connection>& a, const std::weak_ptr<Connection>& b) {
  return !a.owner_before(b) && !b.owner_before(a);
}

}  // namespace

PendingExchange::PendingExchange(std::shared_ptr<Mailbox> mailbox,
                                 std::weak_ptr<Connection> connection,
                                 std::uint64_t request)
    : mailbox_(std::move(mailbox)), connection_(std::move(connection)), request_(request) {}

PendingExchange::~PendingExchange() {
  if (!answered_.exchange(true)) answer(std::nullopt);
}

void PendingExchange::respond(Response response) {
  if (answered_.exchange(true)) {
    close_stream(response);
    return;
  }
  answer(std::move(response));
}

void PendingExchange::fail(Failure why) noexcept {
  if (answered_.exchange(true)) return;
  try {
    answer(std::nullopt, why);
  } catch (...) {
    // The client gets no answer, and the connection ends when the client gives up.
  }
}

void PendingExchange::answer(std::optional<Response> response, Failure otherwise) {
  // An answer given within a call that this very connection made goes to it directly. Within a call
  // of another connection it does not, because the two share buffers. The pointers are compared,
  // not locked: this may be another loop's thread.
  Connection* const here = Connection::in_progress();
  if (here != nullptr && is_same(connection_, here->weak_from_this())) {
    here->answer(request_, std::move(response), otherwise);
    return;
  }
  Mail mail = Answered{connection_, request_, std::move(response), otherwise};
  if (!mailbox_->post(std::move(mail))) {
    const auto& unsent = std::get<Answered>(mail).response;
    if (unsent) close_stream(*unsent);
  }
}

void PendingExchange::resume() { (void)mailbox_->post(Resumed{connection_, request_}); }

bool PendingExchange::client_gone() const { return connection_.expired(); }

}  // namespace countersign::http
