#pragma once
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "core/result.h"
#include "http/edge/server/edge.h"
#include "http/review_application.h"
#include "http/service.h"
#include "tools/machine/operator_log.h"
#include "tools/options/settings.h"

namespace countersign {

// The reviewers' console: an edge of its own with one thread and few connections, so that strangers
// at the API take none from reviewers. Serves when open() returns; the destructor drains without a
// deadline's patience. One thread.
class Console {
 public:
  // Null if the settings have no console. Returns a sentence for the operator if its address cannot
  // be listened on. `service` must outlive the console.
  static Result<std::unique_ptr<Console>, std::string> open(const ServerSettings& settings,
                                                            http::Service& service,
                                                            OperatorLog& operator_log);
  // The descriptors that it may need.
  static std::size_t descriptors_of(const ServerSettings& settings);

  // As those of http::Edge.
  bool drain(std::chrono::milliseconds deadline);
  std::optional<std::string> renew_tls(const http::TlsFiles& files);
  bool responds(std::chrono::milliseconds limit) const;

 private:
  explicit Console(http::Service& service) : application_(service) {}

  http::ReviewApplication application_;
  std::unique_ptr<http::Edge> edge_;
};

}  // namespace countersign
