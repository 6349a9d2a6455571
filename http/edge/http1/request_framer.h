#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "http/edge/http1/message.h"
#include "http/edge/http1/refusal.h"

namespace countersign::http {

struct FramerLimits {
  std::size_t head_bytes = 0;
  std::size_t target_bytes = 0;
  std::size_t max_headers = 0;
};

// Finds the requests in one connection's bytes: parses RFC 9112 with Boost.Beast's parser and the
// rules of head_rules.h around it. Does no I/O and buffers no body.
//
// The caller pulls one step at a time and can stop between two pieces of a body. It must present
// bytes that a step did not consume again, after NeedMore with more bytes behind them. After a
// refusal the stream has no meaning and must be closed.
//
// One thread. Allocates its state once for a connection.
class RequestFramer {
 public:
  enum class Step {
    NeedMore,  // no step is possible before more bytes come
    Head,      // the head is complete: take_head()
    Data,      // a piece of the body: `data`
    Framing,   // consumed bytes that do not belong to the body
    End,       // the message is complete; `data` may hold its last piece
    Refused
  };
  struct Outcome {
    Step step = Step::NeedMore;
    std::size_t consumed = 0;
    std::string_view data;
    Refusal refusal;
    std::uint64_t announced = 0;  // the size of the chunk whose size line was consumed
  };

  explicit RequestFramer(const FramerLimits& limits);
  ~RequestFramer();
  RequestFramer(const RequestFramer&) = delete;
  RequestFramer& operator=(const RequestFramer&) = delete;

  // Drops the message and expects the next head.
  void begin();
  // Returns NeedMore, Head or Refused.
  Outcome read_head(std::string_view bytes);
  // REQUIRES: a head with has_body() was read, and no End since.
  Outcome read_body(std::string_view bytes);

  // These four concern the last head.
  RequestHead take_head();
  bool keep_alive() const;
  int minor_version() const;
  bool expects_continue() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace countersign::http
