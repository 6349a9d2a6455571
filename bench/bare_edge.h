#pragma once
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <utility>

#include "http/edge/server/edge.h"

namespace countersign::bench {

// The base of a benchmark's application. It answers a malformed request with the status alone.
class BareApplication : public http::Application {
 public:
  http::Response framing_error(int status, std::string_view) override {
    http::Response response;
    response.status = status;
    return response;
  }
};

// The edge alone, with two event loops, in front of a benchmark's application. It serves on a free
// port of this machine until it is destroyed.
class BareEdge {
 public:
  explicit BareEdge(http::Application& application) {
    http::EdgeSettings settings;
    settings.threads = 2;
    auto edge = http::Edge::create(settings, application);
    if (!edge) std::exit(1);
    edge_ = std::move(edge).value();
    const auto port = edge_->listen_tcp("127.0.0.1:0");
    if (!port) std::exit(1);
    port_ = *port;
    edge_->start();
  }
  ~BareEdge() { edge_->drain(std::chrono::seconds(5)); }
  BareEdge(const BareEdge&) = delete;
  BareEdge& operator=(const BareEdge&) = delete;

  std::uint16_t port() const { return port_; }

 private:
  std::unique_ptr<http::Edge> edge_;
  std::uint16_t port_ = 0;
};

}  // namespace countersign::bench
