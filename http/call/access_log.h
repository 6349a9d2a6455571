#pragma once
#include <chrono>
#include <functional>
#include <string_view>

#include "core/utc_time.h"

namespace countersign::http {

// One answered request, as an operator may see it. It has no query string, which may carry values
// that were meant for a header, and nothing from a body or credential.
struct AccessRecord {
  UtcTime received_at;
  std::string_view request_id;
  std::string_view peer_address;
  std::string_view method;     // `*` for a method that the server does not know
  std::string_view path;       // with every segment masked that may be a secret (path_mask.h)
  std::string_view operation;  // an operation_id of the table; empty when none fits
  int status = 0;
  std::chrono::microseconds took{0};
};

// Called for every answer, from any thread and from several threads at the same time. Must not
// block.
using AccessLog = std::function<void(const AccessRecord& record)>;

}  // namespace countersign::http
