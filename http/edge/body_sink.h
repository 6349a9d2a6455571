#pragma once
#include <cstdint>
#include <string_view>

namespace countersign::http {

enum class Flow {
  Continue,
  Pause,  // read no more of this body until Exchange::resume()
  Stop,   // nothing more is wanted: the sink has answered, or will
};

// Takes the body of one request as it arrives; the edge never gathers it.
//
// Threading: called on the thread of the connection's loop, one call at a time,
// so it must not block. Ownership: the edge holds the sink until its last call.
//
// Exactly one of on_end and on_abort is the last call, but after Flow::Stop
// nothing more is called. An answer that is given before the end of the body
// ends the body too: on_abort is called and the connection closes after the
// answer. An exception that leaves a call is answered with 500.
class BodySink {
 public:
  BodySink() = default;
  BodySink(const BodySink&) = delete;
  BodySink& operator=(const BodySink&) = delete;
  virtual ~BodySink() = default;

  // A chunk of so many bytes follows (RFC 9112, section 7.1), which may be the whole body or more
  // than is wanted. Stop or Continue.
  virtual Flow on_announced([[maybe_unused]] std::uint64_t bytes) { return Flow::Continue; }
  // `bytes` are never empty and are valid during the call only.
  virtual Flow on_data(std::string_view bytes) = 0;
  // The body is complete.
  virtual void on_end() = 0;
  // Whether the application knows who sends this body. While it does not, the connection counts as
  // idle and may be closed to make room for another (connection_places.h): a body that trickles
  // costs a stranger nothing. Constant.
  virtual bool knows_caller() const { return true; }
  // The rest will not come: the client went away, was too slow or broke the
  // framing, or the server stops.
  virtual void on_abort() = 0;
};

}  // namespace countersign::http
