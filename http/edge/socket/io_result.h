#pragma once
#include <cstddef>

namespace countersign::http {

// The outcome of one non-blocking read, write or handshake step.
struct IoResult {
  enum class Status {
    Ok,
    NoData,      // a TLS message without data was read, e.g. a change of keys; read again
    NeedsRead,   // would block until the socket is readable
    NeedsWrite,  // would block until the socket is writable
    End,         // the peer sends no more
    Failed
  };
  Status status = Status::Ok;
  std::size_t bytes = 0;
};

}  // namespace countersign::http
