#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "http/edge/application.h"
#include "http/edge/server/edge.h"

namespace countersign::http {

// An edge on a free port whose answers a test decides.
class ScriptedServer : public Application {
 public:
  struct Request {
    RequestHead head;
    std::string body;
  };
  // Called on the thread of an event loop. If it returns no answer, the client waits for one.
  using Script = std::function<std::optional<Response>(const Request& request)>;

  explicit ScriptedServer(Script script);
  ~ScriptedServer() override;

  // Answers the requests that the script has left waiting, with what `script` says now.
  // At most `most` of them, the oldest first. Returns how many.
  std::size_t answer_waiting(const Script& script,
                             std::size_t most = std::numeric_limits<std::size_t>::max());

  std::string url() const { return "http://127.0.0.1:" + std::to_string(port_); }
  int requests() const { return requests_; }

  std::shared_ptr<BodySink> on_request(RequestHead head,
                                       std::shared_ptr<Exchange> exchange) override;
  Response framing_error(int status, std::string_view why) override;

 private:
  class Body;

  const Script script_;
  std::atomic<int> requests_{0};
  std::mutex waiting_mutex_;
  std::vector<std::pair<Request, std::shared_ptr<Exchange>>> waiting_;
  std::unique_ptr<Edge> edge_;
  std::uint16_t port_ = 0;
};

inline Response answer(int status, std::string body = "", std::string type = "text/plain") {
  Response response;
  response.status = status;
  response.headers.add("Content-Type", std::move(type));
  response.body = std::move(body);
  return response;
}

}  // namespace countersign::http
