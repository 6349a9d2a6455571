// How long a device waits for its status while images are being inspected: the 50th and 99th
// percentile of status calls at a steady rate, on an idle server and on one to which more documents
// are uploaded than it has inspectors for.
//
//   status_bench [--smoke]
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "bench/rounds.h"
#include "tests/programs/support/capture.h"
#include "tests/programs/support/pictures.h"
#include "tests/programs/support/running_server.h"
#include "tests/programs/support/wire.h"

namespace countersign::bench {
namespace {

using Steady = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kBetweenCalls{5};

[[noreturn]] void give_up(const char* why) {
  std::fprintf(stderr, "status_bench: %s\n", why);
  std::_Exit(1);
}

// Uploads one document after the other from several devices until it is destroyed.
class Uploads {
 public:
  Uploads(std::uint16_t port, const tests::Backend& backend, std::size_t devices) {
    for (std::size_t i = 0; i < devices; ++i) {
      threads_.emplace_back([this, port, &backend, i] { upload(port, backend, i); });
    }
  }
  ~Uploads() {
    stop_ = true;
    for (std::thread& thread : threads_) thread.join();
  }
  Uploads(const Uploads&) = delete;
  Uploads& operator=(const Uploads&) = delete;

  std::uint64_t judged() const { return judged_; }

 private:
  void upload(std::uint16_t port, const tests::Backend& backend, std::size_t number) {
    const std::string picture = tests::fresh_document(number);
    while (!stop_) {
      const tests::Device device(port, backend.open("DOCUMENT_VERIFICATION").token);
      if (device.document(device.nonce("document"), picture, "ID_CARD").status != 200) {
        give_up("an upload was not judged");
      }
      ++judged_;
    }
  }

  std::atomic<bool> stop_{false};
  std::atomic<std::uint64_t> judged_{0};
  std::vector<std::thread> threads_;
};

struct Latency {
  double p50_ms = 0;
  double p99_ms = 0;
};

// Each call is timed from the moment when it is due, however long the calls before it took: a call
// that waits behind a slow one counts as slow (G. Tene's "coordinated omission").
Latency call_status(const tests::RunningServer& server, const std::string& token, int calls) {
  const std::string request = tests::bytes_of({.method = "GET",
                                               .path = "/api/sdk/status",
                                               .headers = {{"Authorization", "Bearer " + token}}});
  tests::Wire wire(server.port());
  std::vector<double> waits;
  Steady::time_point due = Steady::now();
  for (int i = 0; i < calls; ++i, due += kBetweenCalls) {
    std::this_thread::sleep_until(due);
    wire.send(request);
    const auto answer = wire.receive();
    if (!answer || answer->status != 200) give_up("a status call was refused");
    waits.push_back(std::chrono::duration<double, std::milli>(Steady::now() - due).count());
  }
  std::ranges::sort(waits);
  return {waits[waits.size() / 2], waits[waits.size() * 99 / 100]};
}

int run(bool smoke) {
  const std::size_t rounds = smoke ? 1 : 5;
  const int calls = smoke ? 200 : 2'000;
  tests::RunningServer server(
      {.flags = {"--create-rate", "1000000/1s", "--device-rate", "1000000/1s"}});
  const tests::Backend backend(server.port(),
                               server.add_client("bench", {"--create-rate", "1000000/1s"}));
  const std::string token = backend.open("FULL_CAPTURE").token;
  const std::size_t devices = 2 * std::max(1u, std::thread::hardware_concurrency());
  std::vector<double> idle_p50;
  std::vector<double> idle_p99;
  std::vector<double> busy_p50;
  std::vector<double> busy_p99;
  std::vector<double> ratios;
  std::vector<double> judged;
  for (std::size_t round = 0; round < rounds; ++round) {
    const Latency idle = call_status(server, token, calls);
    Uploads uploads(server.port(), backend, devices);
    while (uploads.judged() == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    const std::uint64_t before = uploads.judged();
    const auto start = Steady::now();
    const Latency busy = call_status(server, token, calls);
    judged.push_back(static_cast<double>(uploads.judged() - before) /
                     std::chrono::duration<double>(Steady::now() - start).count());
    idle_p50.push_back(idle.p50_ms);
    idle_p99.push_back(idle.p99_ms);
    busy_p50.push_back(busy.p50_ms);
    busy_p99.push_back(busy.p99_ms);
    ratios.push_back(busy.p99_ms / idle.p99_ms);
  }
  const double ratio = median(ratios);
  std::printf(
      "{\"bench\":\"status_beside_inspection\",\"unit\":\"ms\",\"rounds\":%zu,\"documents_per_s\":%"
      ".1f,"
      "\"p50_idle\":%.2f,\"p99_idle\":%.2f,\"p50_busy\":%.2f,\"p99_busy\":%.2f,\"ratio\":%.2f,"
      "\"goal\":2.00,\"met\":%s}\n",
      rounds,
      median(judged),
      median(idle_p50),
      median(idle_p99),
      median(busy_p50),
      median(busy_p99),
      ratio,
      ratio <= 2 ? "true" : "false");
  return server.stop() == 0 ? 0 : 1;
}

}  // namespace
}  // namespace countersign::bench

int main(int argc, char** argv) {
  return countersign::bench::run(argc > 1 && std::string_view(argv[1]) == "--smoke");
}
