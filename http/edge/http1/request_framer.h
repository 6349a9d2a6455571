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

// Finds the requests in one connection's bytes: RFC 9112 through Boost.Beast's
// parser, with the rules of head_rules.h around it. Reads nothing itself and
// gathers no body.
//
// Pulled one step at a time, so that the caller can stop between two pieces of
// a body. Bytes that a step did not consume must be presented again, with more
// behind them. After a refusal the stream has no meaning and is to be closed.
//
// One thread. Allocates its state once for a connection.
class RequestFramer {
 public:
  enum class Step {
    NeedMore,  // nothing can be said before more bytes come
    Head,      // the head is complete: take_head()
    Data,      // a piece of the body: `data`
    Framing,   // consumed bytes that are not the body's
    End,       // the message is complete; `data` may hold its last piece
    Refused
  };
  struct Outcome {
    Step step = Step::NeedMore;
    std::size_t consumed = 0;
    std::string_view data;
    Refusal refusal;
    std::uint64_t announced = 0;  // bytes of the chunk whose size line was consumed
  };

  explicit RequestFramer(const FramerLimits& limits);
  ~RequestFramer();
  RequestFramer(const RequestFramer&) = delete;
  RequestFramer& operator=(const RequestFramer&) = delete;

  // Forgets the message and waits for the next head.
  void begin();
  // NeedMore, Head or Refused.
  Outcome read_head(std::string_view bytes);
  // REQUIRES: a head with has_body() was read, and End not yet.
  Outcome read_body(std::string_view bytes);

  // Of the last head.
  RequestHead take_head();
  bool keep_alive() const;
  int minor_version() const;
  bool expects_continue() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace countersign::http
