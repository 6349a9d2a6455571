#pragma once
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "http/edge/application.h"
#include "http/edge/server/edge.h"

namespace countersign::http {

// A small application with one path for each behaviour that an edge must handle.
//
//   GET  /hello            "hello", at once
//   any  /tag/X            X, at once, from the loop
//   GET  /later/X          X, from another thread, a little later
//   GET  /hold/X           X, when the test calls release()
//   any  /delayed/N        "delayed", from the loop, with a delay of N milliseconds
//   GET  /big/N            N bytes
//   GET  /stream/N         N bytes through a pipe, with a length
//   GET  /chunked/N        N bytes through a pipe, without a length
//   GET  /broken/N         N bytes through a pipe that then fails
//   GET  /silent/N         N announced bytes through a pipe that is never filled
//   GET  /status/N         status N
//   GET  /field?V          V, percent-decoded, as the value of a header field
//   GET  /throw /drop      a handler that throws 42, or drops its exchange
//   GET  /no-memory        a handler that throws std::bad_alloc
//   GET  /no-memory-for-the-answer   one with no memory left even for an answer
//   GET  /peer             peer address, admin, tls
//   POST /length           the number of body bytes
//   POST /echo             the body
//   POST /pause            as /length, but the sink pauses after its first data until resume()
//   POST /stop             413 at the first data
//   POST /stop-later       Stop at the first data, 413 from another thread
//   POST /throw-in-body    a sink that throws
//   POST /no-memory-in-body   a sink that throws std::bad_alloc
//   POST /unwanted         200 and no sink
class TestApplication : public Application {
 public:
  TestApplication();
  ~TestApplication() override;

  std::shared_ptr<BodySink> on_request(RequestHead head,
                                       std::shared_ptr<Exchange> exchange) override;
  Response framing_error(int status, std::string_view why) override;

  // Answers all requests that wait at /hold/, and from now on every new one at once.
  void release();
  // Ends the pause of every /pause, and lets no further one pause.
  void resume();
  // The exchange of the last /hold/.
  std::shared_ptr<Exchange> held() const;

  std::atomic<int> requests{0};
  std::atomic<int> holding{0};
  std::atomic<std::uint64_t> body_bytes{0};
  std::atomic<int> ends{0};
  std::atomic<int> aborts{0};
  std::atomic<int> failed_writes{0};
  std::atomic<int> streams{0};  // pipes whose writer still runs

  // Runs `work` on the application's own thread, in order.
  void later(std::function<void()> work);

 private:
  friend class PausingSink;
  void run_worker();
  void start_stream(const std::string& kind, std::uint64_t size, std::shared_ptr<Exchange>);

  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::vector<std::function<void()>> work_;
  std::vector<std::function<void()>> held_;
  std::vector<std::weak_ptr<Exchange>> paused_;
  std::shared_ptr<Exchange> last_held_;
  bool released_ = false;
  bool resumed_ = false;
  bool stop_ = false;
  std::thread worker_;
  std::vector<std::thread> writers_;
  std::vector<std::shared_ptr<BodyPipe>> silent_;
};

// An application behind a started edge on a free port.
struct ServedApplication {
  explicit ServedApplication(const EdgeSettings& settings = {});
  ~ServedApplication();

  EdgeCounters counters() const { return edge->counters(); }

  TestApplication application;
  std::unique_ptr<Edge> edge;
  std::uint16_t port = 0;
};

// Waits for `condition`. Returns false if it does not become true within ten seconds.
bool eventually(const std::function<bool()>& condition);

// A request line, a Host and an empty line.
std::string get(std::string_view target, std::string_view more_fields = "");
std::string post(std::string_view target, std::string_view body, std::string_view more_fields = "");

int open_descriptors();

}  // namespace countersign::http
