#pragma once
#include <string>

#include "core/ids.h"
#include "http/edge/http1/message.h"

namespace countersign::http {

// `Svc-Log-Receipt: index=<leaf>, size=<tree size>`, a Dictionary of RFC 9651: which leaf of the
// log's tree records what was answered, and the size of the smallest tree that has it. Every
// checkpoint of that size or more covers the event, and whoever has the field can hold the
// log to it.
inline void add_receipt_field(Response& response, Sequence event) {
  response.headers.add(
      "Svc-Log-Receipt",
      "index=" + std::to_string(event.value() - 1) + ", size=" + std::to_string(event.value()));
}

}  // namespace countersign::http
