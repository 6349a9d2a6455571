#pragma once
#include <memory>
#include <string_view>

#include "http/edge/body_sink.h"
#include "http/edge/exchange.h"
#include "http/edge/http1/message.h"

namespace countersign::http {

// What the edge serves. Outlives the edge.
//
// Threading: all calls come on the loops' threads, several at the same time, and
// must not block.
class Application {
 public:
  Application() = default;
  Application(const Application&) = delete;
  Application& operator=(const Application&) = delete;
  virtual ~Application() = default;

  // One request whose head was sound. Returns the sink for its body, or null
  // when no body is wanted. A sink of a request without a body gets on_end at
  // once. When a body was announced and null is returned, the connection
  // closes after the answer, unless the rest is small enough to be skipped.
  // `Expect: 100-continue` is honoured when a sink is returned and nothing has
  // been answered yet. An exception is answered with 500.
  virtual std::shared_ptr<BodySink> on_request(RequestHead head,
                                               std::shared_ptr<Exchange> exchange) = 0;

  // The answer to what is no request: 400, 408, 413, 414, 417, 431, 501, 505;
  // 503 when there are too many connections; 500 when a handler threw or let
  // go of its exchange. `why` is for people and repeats nothing the client
  // sent. The connection closes after all but some of the 500s.
  virtual Response framing_error(int status, std::string_view why) = 0;
};

}  // namespace countersign::http
