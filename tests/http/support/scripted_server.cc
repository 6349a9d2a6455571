#include "tests/http/support/scripted_server.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <iterator>

#include "core/check.h"

namespace countersign::http {

class ScriptedServer::Body final : public BodySink {
 public:
  Body(ScriptedServer& server, RequestHead head, std::shared_ptr<Exchange> exchange)
      : server_(server), request_{std::move(head), ""}, exchange_(std::move(exchange)) {}

  Flow on_data(std::string_view bytes) override {
    request_.body += bytes;
    return Flow::Continue;
  }
  void on_end() override {
    ++server_.requests_;
    // Held over the script, so that who has seen it leave a request waiting can answer that one.
    std::unique_lock lock(server_.waiting_mutex_);
    if (auto response = server_.script_(request_)) {
      lock.unlock();
      exchange_->respond(*std::move(response));
      return;
    }
    server_.waiting_.emplace_back(std::move(request_), exchange_);
  }
  void on_abort() override {}

 private:
  ScriptedServer& server_;
  Request request_;
  const std::shared_ptr<Exchange> exchange_;
};

ScriptedServer::ScriptedServer(Script script) : script_(std::move(script)) {
  EdgeSettings settings;
  settings.threads = 1;
  edge_ = std::move(Edge::create(settings, *this)).value();
  port_ = edge_->listen_tcp("127.0.0.1:0").value();
  edge_->start();
}

ScriptedServer::~ScriptedServer() {
  {
    const std::lock_guard lock(waiting_mutex_);
    waiting_.clear();
  }
  (void)edge_->drain(std::chrono::milliseconds(0));
}

std::size_t ScriptedServer::answer_waiting(const Script& script, std::size_t most) {
  std::vector<std::pair<Request, std::shared_ptr<Exchange>>> waiting;
  {
    const std::lock_guard lock(waiting_mutex_);
    const auto end =
        waiting_.begin() + static_cast<std::ptrdiff_t>(std::min(most, waiting_.size()));
    waiting.assign(std::make_move_iterator(waiting_.begin()), std::make_move_iterator(end));
    waiting_.erase(waiting_.begin(), end);
  }
  for (auto& [request, exchange] : waiting) {
    if (auto response = script(request)) exchange->respond(*std::move(response));
  }
  return waiting.size();
}

std::shared_ptr<BodySink> ScriptedServer::on_request(RequestHead head,
                                                     std::shared_ptr<Exchange> exchange) {
  return std::make_shared<Body>(*this, std::move(head), std::move(exchange));
}

Response ScriptedServer::framing_error(int status, std::string_view why) {
  return answer(status, std::string(why));
}

}  // namespace countersign::http
