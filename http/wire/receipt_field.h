#pragma once
#include <string>

#include "core/ids.h"
#include "http/edge/http1/message.h"

namespace countersign::http {

// Adds `Svc-Log-Receipt: index=<leaf>, size=<tree size>`, a Dictionary of RFC 9651: the leaf of the
// log's tree that records the answered event, and the size of the smallest tree that contains it.
// Every checkpoint of at least that size covers the event, so a caller can hold the log to the
// receipt.
inline void add_receipt_field(Response& response, Sequence event) {
  response.headers.add(
      "Svc-Log-Receipt",
      "index=" + std::to_string(event.value() - 1) + ", size=" + std::to_string(event.value()));
}

}  // namespace countersign::http
