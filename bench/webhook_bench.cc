// Deliveries to webhooks: how many a second nine receivers get while a tenth hangs, beside the same
// nine while the tenth answers; and the time from a capture's end to its delivery.
//
//   webhook_bench [--smoke]
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "bench/rounds.h"
#include "tests/http/support/scripted_server.h"
#include "tests/programs/support/capture.h"
#include "tests/programs/support/running_server.h"

namespace countersign::bench {
namespace {

using Steady = std::chrono::steady_clock;

constexpr std::size_t kReceivers = 10;

[[noreturn]] void give_up(const char* why) {
  std::fprintf(stderr, "webhook_bench: %s\n", why);
  std::_Exit(1);
}

// Ten receivers at one address, by their paths; the last may hang.
class Receivers {
 public:
  std::string url(std::size_t number) const { return server_.url() + "/" + std::to_string(number); }
  void let_the_last_hang(bool hangs) {
    const std::lock_guard lock(mutex_);
    hangs_ = hangs;
    counts_.clear();
  }
  // Waits until each but the last has so many deliveries of this type.
  void wait_for(std::size_t count, const std::string& type) {
    std::unique_lock lock(mutex_);
    const bool came = changed_.wait_for(lock, std::chrono::minutes(2), [&] {
      for (std::size_t i = 0; i + 1 < kReceivers; ++i) {
        if (counts_["/" + std::to_string(i) + type] < count) return false;
      }
      return true;
    });
    if (!came) give_up("deliveries did not come within two minutes");
  }
  // When the delivery about this session's completion came.
  Steady::time_point completion_of(const std::string& session) {
    std::unique_lock lock(mutex_);
    const bool came = changed_.wait_for(
        lock, std::chrono::minutes(1), [&] { return completed_.contains(session); });
    if (!came) give_up("a completion was not delivered");
    return completed_[session];
  }

 private:
  std::optional<http::Response> take(const http::ScriptedServer::Request& request) {
    const Steady::time_point now = Steady::now();
    const tests::Json body(request.body);
    const std::string type = body.text("/type");
    if (type == "webhook.challenge") return http::answer(200, body.text("/data/challenge"));
    const std::lock_guard lock(mutex_);
    ++counts_[request.head.path + type];
    if (type == "session.completed") completed_[body.text("/data/sessionId")] = now;
    changed_.notify_all();
    if (hangs_ && request.head.path == "/" + std::to_string(kReceivers - 1)) return std::nullopt;
    return http::answer(204);
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  bool hangs_ = false;
  std::map<std::string, std::size_t> counts_;
  std::map<std::string, Steady::time_point> completed_;
  http::ScriptedServer server_{
      [this](const http::ScriptedServer::Request& request) { return take(request); }};
};

struct Customer {
  tests::Credentials credentials;
  std::string webhook;
};

std::vector<Customer> customers_of(const tests::RunningServer& server,
                                   const Receivers& receivers,
                                   std::size_t events) {
  std::vector<Customer> customers;
  for (std::size_t i = 0; i < kReceivers; ++i) {
    Customer customer{server.add_client("bench", {"--sandbox", "--create-rate", "1000000/1s"}), ""};
    const tests::Backend backend(server.port(), customer.credentials);
    for (std::size_t each = 0; each < events; ++each) (void)backend.open("LIVENESS");
    const auto added =
        server.operate({"webhook", "add", customer.credentials.key, receivers.url(i), "--json"});
    customer.webhook = tests::Json(added.out).text("/id");
    customers.push_back(std::move(customer));
  }
  return customers;
}

int run(bool smoke) {
  const std::size_t rounds = smoke ? 1 : 5;
  const std::size_t events = smoke ? 40 : 400;
  const int captures = smoke ? 10 : 100;
  Receivers receivers;
  tests::RunningServer server(
      {.flags = {
           "--webhook-allow=127.0.0.0/8", "--create-rate=1000000/1s", "--device-rate=1000000/1s"}});
  const std::vector<Customer> customers = customers_of(server, receivers, events);
  const auto deliveries_a_second = [&](bool hangs) {
    receivers.let_the_last_hang(hangs);
    const auto start = Steady::now();
    for (std::size_t i = kReceivers; i-- > 0;) {
      const Customer& customer = customers[i];
      if (server
              .operate(
                  {"webhook", "replay", customer.credentials.key, customer.webhook, "--after", "0"})
              .status != 0) {
        give_up("a replay was refused");
      }
    }
    receivers.wait_for(events, "session.created");
    const double seconds = std::chrono::duration<double>(Steady::now() - start).count();
    return static_cast<double>(events * (kReceivers - 1)) / seconds;
  };
  (void)compare(
      "webhooks_beside_one_that_hangs",
      "deliveries/s",
      rounds,
      0.9,
      [&] { return deliveries_a_second(true); },
      [&] { return deliveries_a_second(false); });

  std::vector<double> waits;
  const tests::Backend backend(server.port(), customers[0].credentials);
  for (int i = 0; i < captures; ++i) {
    const tests::OpenSession session = backend.open("LIVENESS");
    const tests::Device device(server.port(), session.token);
    (void)device.pass_liveness();
    const auto start = Steady::now();
    if (device.finalize().status != 200) give_up("a session was not finalized");
    const auto came = receivers.completion_of(session.id);
    waits.push_back(std::chrono::duration<double, std::milli>(came - start).count());
  }
  std::ranges::sort(waits);
  const double p99 = waits[waits.size() * 99 / 100];
  std::printf(
      "{\"bench\":\"webhook_after_finalize\",\"unit\":\"ms\",\"captures\":%d,\"p50\":%.1f,"
      "\"p99\":%.1f,\"goal\":100.0,\"met\":%s}\n",
      captures,
      median(waits),
      p99,
      p99 <= 100 ? "true" : "false");
  return server.stop() == 0 ? 0 : 1;
}

}  // namespace
}  // namespace countersign::bench

int main(int argc, char** argv) {
  return countersign::bench::run(argc > 1 && std::string_view(argv[1]) == "--smoke");
}
