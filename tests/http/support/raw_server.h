#pragma once
#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <thread>

namespace countersign::http {

// Answers the first request of each connection with bytes that a test chooses, HTTP or not, and
// closes the connection. For behaviour that no decent server shows. Listens on a free port or a
// unix socket.
class RawServer {
 public:
  using Script = std::function<std::string(const std::string& request)>;

  explicit RawServer(Script script, const std::string& unix_path = "");
  ~RawServer();
  RawServer(const RawServer&) = delete;
  RawServer& operator=(const RawServer&) = delete;

  std::string url() const { return "http://127.0.0.1:" + std::to_string(port_); }
  int requests() const { return requests_; }

 private:
  void serve();

  const Script script_;
  std::uint16_t port_ = 0;  // declared before the listener, which sets it
  const int listener_;
  std::atomic<int> requests_{0};
  std::thread thread_;
};

}  // namespace countersign::http
