// Session creation over HTTP at 64 connections. There are two limits: the same edge answering the
// same bytes without a log, and an edge that only makes as many bytes durable before it answers,
// with one synced write of RocksDB for a group of requests.
//
// "reachable" is the result of a server that never waits for the disk, and whose creation costs
// only its unavoidable parts: the work of this server for a request that it refuses once it has
// parsed it and knows the client, and the core time that making the bytes durable adds to the bare
// answer. All cores are assumed to be busy.
//
//   create_bench [--smoke]
#include <rocksdb/db.h>

#include <condition_variable>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "bench/bare_edge.h"
#include "bench/load_client.h"
#include "bench/rounds.h"
#include "tests/programs/support/capture.h"
#include "tests/programs/support/running_server.h"

namespace countersign::bench {
namespace {

// The bytes that an event takes in the write-ahead log, as measured by append_bench.
constexpr std::size_t kBytesACreation = 1050;

// Reads a request's body and gives a fixed response.
class SameBytes : public BareApplication {
 public:
  explicit SameBytes(http::Response response) : response_(std::move(response)) {}

  std::shared_ptr<http::BodySink> on_request(http::RequestHead,
                                             std::shared_ptr<http::Exchange> exchange) override {
    return std::make_shared<Sink>(*this, std::move(exchange));
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

// Gives a fixed response once as many bytes as a creation leaves in the log are on the disk.
class DurableBytes : public BareApplication {
 public:
  DurableBytes(const std::filesystem::path& folder, http::Response response)
      : response_(std::move(response)) {
    rocksdb::Options options;
    options.create_if_missing = true;
    rocksdb::DB* opened = nullptr;
    if (!rocksdb::DB::Open(options, folder.string(), &opened).ok()) std::exit(1);
    database_.reset(opened);
    writer_ = std::thread([this] { run(); });
  }
  ~DurableBytes() override {
    {
      const std::lock_guard lock(mutex_);
      stopping_ = true;
    }
    arrived_.notify_one();
    writer_.join();
  }

  std::shared_ptr<http::BodySink> on_request(http::RequestHead,
                                             std::shared_ptr<http::Exchange> exchange) override {
    return std::make_shared<Sink>(*this, std::move(exchange));
  }

 private:
  class Sink : public http::BodySink {
   public:
    Sink(DurableBytes& owner, std::shared_ptr<http::Exchange> exchange)
        : owner_(owner), exchange_(std::move(exchange)) {}
    http::Flow on_data(std::string_view) override { return http::Flow::Continue; }
    void on_end() override { owner_.submit(std::move(exchange_)); }
    void on_abort() override {}

   private:
    DurableBytes& owner_;
    std::shared_ptr<http::Exchange> exchange_;
  };

  void submit(std::shared_ptr<http::Exchange> exchange) {
    {
      const std::lock_guard lock(mutex_);
      queue_.push_back(std::move(exchange));
    }
    arrived_.notify_one();
  }

  void run() {
    rocksdb::WriteOptions durable;
    durable.sync = true;
    std::vector<std::shared_ptr<http::Exchange>> group;
    std::unique_lock lock(mutex_);
    while (true) {
      arrived_.wait(lock, [this] { return stopping_ || !queue_.empty(); });
      if (queue_.empty()) return;
      group.swap(queue_);
      lock.unlock();
      rocksdb::WriteBatch batch;
      for (std::size_t i = 0; i < group.size(); ++i) batch.Put(std::to_string(++keys_), value_);
      if (!database_->Write(durable, &batch).ok()) std::exit(1);
      for (const auto& exchange : group) exchange->respond(response_);
      group.clear();
      lock.lock();
    }
  }

  const http::Response response_;
  const std::string value_ = std::string(kBytesACreation, 'v');
  std::unique_ptr<rocksdb::DB> database_;
  std::uint64_t keys_ = 0;

  std::mutex mutex_;
  std::condition_variable arrived_;
  std::vector<std::shared_ptr<http::Exchange>> queue_;  // guarded by mutex_
  bool stopping_ = false;                               // guarded by mutex_
  std::thread writer_;
};

http::Response same_as(const tests::Answer& answer) {
  http::Response response;
  response.status = answer.status;
  for (const auto& [name, value] : answer.headers) {
    // The edge itself adds these.
    if (name == "content-length" || name == "connection" || name == "date") continue;
    response.headers.add(name, value);
  }
  response.body = answer.body;
  return response;
}

std::string creation_body(const tests::Credentials& client) {
  return R"({"clientKey":")" + client.key + R"(","clientSecret":")" + client.secret +
         R"(","purpose":"FULL_CAPTURE"})";
}

int run(bool smoke) {
  tests::RunningServer server({.flags = {"--create-rate", "1000000/1s", "--threads", "2"}});
  const tests::Credentials credentials =
      server.add_client("bench", {"--create-rate", "1000000/1s"});
  const tests::Request create{.method = "POST",
                              .path = "/api/svc/session/create",
                              .headers = {{"Content-Type", "application/json"}},
                              .body = creation_body(credentials)};
  const tests::Answer sample = server.ask(create);
  if (sample.status != 200) {
    std::fprintf(stderr, "create_bench: a session could not be created: %d\n", sample.status);
    return 1;
  }

  SameBytes bare(same_as(sample));
  const BareEdge bare_edge(bare);
  DurableBytes durable(server.folder() / "durable", same_as(sample));
  const BareEdge durable_edge(durable);

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
  // Requests a purpose that the client may not ask for.
  tests::Request beyond = create;
  const tests::Credentials narrow =
      server.add_client("narrow", {"--create-rate", "1000000/1s", "--purposes", "LIVENESS"});
  beyond.body = creation_body(narrow);
  const std::string refused_request = tests::bytes_of(beyond);
  const auto measure_refused = [&] {
    const LoadResult result = run_load(server.port(), refused_request, 64, answers);
    if (result.not_2xx != result.answers) {
      std::fprintf(stderr, "create_bench: what is out of scope was not refused\n");
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
      [&] { return measure(bare_edge.port()); });
  compare(
      "create_64_connections_durable",
      "sessions/s",
      smoke ? 1 : 5,
      0.5,
      [&] { return measure(server.port()); },
      [&] { return measure(durable_edge.port()); });

  const double cores = std::thread::hardware_concurrency();
  std::vector<double> reachable;
  for (int round = 0; round < (smoke ? 1 : 5); ++round) {
    const double before = process_ms();
    const double bare_time = 1 / measure(bare_edge.port());
    const double between = process_ms();
    measure(durable_edge.port());
    const double more_ms = (process_ms() - between) - (between - before);
    const double durable_time = more_ms / 1e3 / static_cast<double>(answers) / cores;
    reachable.push_back(bare_time / (durable_time + 1 / measure_refused()));
  }
  std::printf("{\"bench\":\"create_64_connections\",\"reachable\":%.3f,\"goal\":0.50}\n",
              median(reachable));
  return 0;
}

}  // namespace
}  // namespace countersign::bench

int main(int argc, char** argv) {
  return countersign::bench::run(argc > 1 && std::string_view(argv[1]) == "--smoke");
}
