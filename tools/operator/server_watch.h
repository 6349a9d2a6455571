#pragma once
#include <chrono>
#include <filesystem>
#include <thread>

#include "core/machine/threads/stop.h"
#include "http/client/http_client.h"

namespace countersign {

// Watches a wait for the answer of the server of a data folder, for as long as this object lives,
// by a thread of its own. A wait that gets long has two reasons: the work is long, or the server is
// not at work. So the thread asks the server whether it lives (/healthz), by another connection. If
// that is not answered either, a line on stderr says so and how long the wait has lasted, again and
// again and ever more seldom. The wait itself is left alone.
//
// Thread-safe. If no thread can be created, nothing is said.
class ServerWatch {
 public:
  static constexpr std::chrono::seconds kFirstLook{3};
  static constexpr std::chrono::seconds kLongestPause{60};
  static constexpr std::chrono::seconds kLookMost{2};  // for the answer to a look

  explicit ServerWatch(std::filesystem::path data);
  ~ServerWatch();
  ServerWatch(const ServerWatch&) = delete;
  ServerWatch& operator=(const ServerWatch&) = delete;

 private:
  void watch();
  bool server_lives();

  const std::filesystem::path data_;
  const std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
  Stop stop_;
  http::HttpClient looks_;
  std::thread thread_;
};

}  // namespace countersign
