#pragma once
#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "http/client/http_client.h"
#include "http/edge/server/edge.h"
#include "http/witness/witness_application.h"
#include "tests/events/support/temp_folder.h"
#include "tests/events/tlog/note/keys.h"

namespace countersign::http {

class StillClock final : public Clock {
 public:
  UtcTime now() const override { return UtcTime(1'795'000'000'000'000); }
};

// A witness served on a free port.
class ServedWitness {
 public:
  explicit ServedWitness(const tlog::KnownLog& log)
      : witness_(
            std::move(Witness::open(folder_.path(), tlog::witness_key(), {log}, clock_)).value()) {
    EdgeSettings settings;
    settings.threads = 2;
    edge_ = std::move(Edge::create(settings, application_)).value();
    port_ = edge_->listen_tcp("127.0.0.1:0").value();
    edge_->start();
  }

  std::string url() const { return "http://127.0.0.1:" + std::to_string(port_); }
  ClientAnswer ask(const std::string& method,
                   const std::string& path,
                   std::string body = "",
                   std::vector<std::string> headers = {}) {
    auto answer = client_.ask({.method = method,
                               .url = url() + path,
                               .headers = std::move(headers),
                               .body = std::move(body)});
    REQUIRE(answer.has_value());
    return std::move(answer).value();
  }
  ClientAnswer add(std::string body, std::vector<std::string> headers = {}) {
    return ask("POST", "/add-checkpoint", std::move(body), std::move(headers));
  }
  std::size_t told() {
    const std::lock_guard lock(mutex_);
    return told_;
  }

  std::string checkpoint_path() const {
    return "/" + origin_hash_of(witness_->logs().front().origin) + "/checkpoint";
  }

 private:
  TempFolder folder_;
  StillClock clock_;
  std::mutex mutex_;
  std::size_t told_ = 0;
  std::unique_ptr<Witness> witness_;
  WorkerPool pool_{2, 16};
  WitnessApplication application_{*witness_, pool_, [this](const Witness::Fault&) {
                                    const std::lock_guard lock(mutex_);
                                    ++told_;
                                  }};
  std::unique_ptr<Edge> edge_;
  std::uint16_t port_ = 0;
  HttpClient client_;
};

}  // namespace countersign::http
