// Session creation over HTTP at 64 connections, against the same edge that
// answers the same bytes without a log.
//
//   create_bench [--smoke]
#include <atomic>
#include <memory>
#include <string>
#include <string_view>

#include "bench/load_client.h"
#include "bench/rounds.h"
#include "http/edge/edge.h"
#include "tests/server/capture.h"
#include "tests/server/running_server.h"

namespace countersign::bench {
namespace {

// Reads a request's body and answers what it was told to.
class SameBytes : public http::Application {
 public:
  explicit SameBytes(http::Response response) : response_(std::move(response)) {}

  std::shared_ptr<http::BodySink> on_request(http::RequestHead,
                                             std::shared_ptr<http::Exchange> exchange) override {
    return std::make_shared<Sink>(*this, std::move(exchange));
  }
  http::Response framing_error(int status, std::string_view) override {
    http::Response response;
    response.status = status;
    return response;
  }

 private:
  class Sink : public http::BodySink {
   public:
    Sink(const SameBytes& owner, std::shared_ptr<http::Exchange> exchange)
        : owner_(owner), exchange_(std::move(exchange)) {}
    http::Flow on_data(std::string_view bytes) override {
      body_ += bytes;
      return http::Flow::Continue;
    }
    void on_end() override { exchange_->respond(owner_.response_); }
    void on_abort() override {}

   private:
    const SameBytes& owner_;
    std::shared_ptr<http::Exchange> exchange_;
    std::string body_;
  };

  http::Response response_;
};

http::Response same_as(const tests::Answer& answer) {
  http::Response response;
  response.status = answer.status;
  for (const auto& [name, value] : answer.headers) {
    // Those that the edge itself gives.
    if (name == "content-length" || name == "connection" || name == "date") continue;
    response.headers.add(name, value);
  }
  response.body = answer.body;
  return response;
}

int run(bool smoke) {
  tests::RunningServer server({.flags = {"--create-rate", "1000000/1s", "--threads", "2"}});
  const tests::Credentials credentials =
      server.add_client("bench", {"--create-rate", "1000000/1s"});
  const std::string body = R"({"clientKey":")" + credentials.key + R"(","clientSecret":")" +
                           credentials.secret + R"(","purpose":"FULL_CAPTURE"})";
  const tests::Request create{.method = "POST",
                              .path = "/api/svc/session/create",
                              .headers = {{"Content-Type", "application/json"}},
                              .body = body};
  const tests::Answer sample = server.ask(create);
  if (sample.status != 200) {
    std::fprintf(stderr, "create_bench: a session could not be created: %d\n", sample.status);
    return 1;
  }

  SameBytes bare(same_as(sample));
  http::EdgeSettings settings;
  settings.threads = 2;
  auto edge = http::Edge::create(settings, bare);
  if (!edge) return 1;
  const auto bare_port = (*edge)->listen_tcp("127.0.0.1:0");
  if (!bare_port) return 1;
  (*edge)->start();

  const std::string request = tests::bytes_of(create);
  const std::uint64_t answers = smoke ? 2'000 : 60'000;
  const auto measure = [&](std::uint16_t port) {
    const LoadResult result = run_load(port, request, 64, answers);
    if (result.not_2xx > 0) {
      std::fprintf(stderr, "create_bench: %lu answers were not 2xx\n", result.not_2xx);
      std::exit(1);
    }
    return result.per_second();
  };
  compare(
      "create_64_connections",
      "sessions/s",
      smoke ? 1 : 5,
      0.5,
      [&] { return measure(server.port()); },
      [&] { return measure(*bare_port); });
  (*edge)->drain(std::chrono::seconds(5));
  return 0;
}

}  // namespace
}  // namespace countersign::bench

int main(int argc, char** argv) {
  return countersign::bench::run(argc > 1 && std::string_view(argv[1]) == "--smoke");
}
