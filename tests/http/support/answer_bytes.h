#pragma once
#include <string>

#include "tests/http/support/rig.h"

namespace countersign::http {

// The whole answer except its request id.
inline std::string bytes_of(const Answer& answer) {
  std::string text = std::to_string(answer.status) + "\n";
  std::string body = answer.body;
  const std::string id = answer.header("X-Request-Id");
  for (const auto& field : answer.headers) {
    if (field.name != "X-Request-Id") text += field.name + ": " + field.value + "\n";
  }
  for (std::size_t at = body.find(id); at != std::string::npos; at = body.find(id)) {
    body.erase(at, id.size());
  }
  return text + body;
}

}  // namespace countersign::http
