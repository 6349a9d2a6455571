#pragma once
#include <memory>
#include <string_view>

#include "http/edge/body_sink.h"
#include "http/edge/exchange.h"
#include "http/edge/http1/message.h"

namespace countersign::http {

// The application that an edge serves. Outlives the edge.
//
// Threading: the loops' threads make all calls, several at the same time; a call must not block.
class Application {
 public:
  Application() = default;
  Application(const Application&) = delete;
  Application& operator=(const Application&) = delete;
  virtual ~Application() = default;

  // Handles one request with a valid head. Returns the sink for its body, or null if no body is
  // wanted. For a request without a body, the sink's on_end() is called at once. If a body was
  // announced and null is returned, the connection closes after the answer, unless the body is
  // small enough to be skipped and the client does not wait for 100 Continue.
  // `Expect: 100-continue` is honoured if a sink is returned and nothing has been answered yet. An
  // exception is answered with 500, std::bad_alloc with 503.
  virtual std::shared_ptr<BodySink> on_request(RequestHead head,
                                               std::shared_ptr<Exchange> exchange) = 0;

  // Returns the answer to an invalid request: 400, 408, 413, 414, 417, 431, 501, 505; 503 when
  // there are too many connections or there is no memory; 500 when a handler threw or dropped its
  // exchange, or when its answer could not be sent. `why` is for people and repeats nothing that
  // the client sent. The connection closes after all of these except some of the 500s and 503s.
  virtual Response framing_error(int status, std::string_view why) = 0;
};

}  // namespace countersign::http
