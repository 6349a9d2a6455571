#pragma once
#include <cstdint>
#include <string_view>

namespace countersign::http {

enum class Flow {
  Continue,
  Pause,  // read no more of this body until Exchange::resume()
  Stop,   // nothing more is wanted: the sink has answered, or will
};

// Receives the body of one request as it arrives; the edge never buffers a whole body.
//
// Threading: called on the thread of the connection's loop, one call at a time; a call must not
// block. Ownership: the edge holds the sink until its last call.
//
// Exactly one of on_end() and on_abort() is the last call, except that nothing is called after
// Flow::Stop. An answer that is given before the end of the body ends the body too: the edge calls
// on_abort() and closes the connection after the answer. An exception that leaves a call is
// answered with 500, std::bad_alloc with 503; after one from on_announced() or on_data() nothing
// more is called.
class BodySink {
 public:
  BodySink() = default;
  BodySink(const BodySink&) = delete;
  BodySink& operator=(const BodySink&) = delete;
  virtual ~BodySink() = default;

  // The size line of a chunk (RFC 9112, section 7.1): `bytes` follow, which may be the whole body
  // or more than is wanted. Returns Stop or Continue.
  virtual Flow on_announced([[maybe_unused]] std::uint64_t bytes) { return Flow::Continue; }
  // `bytes` is never empty and is valid only during the call.
  virtual Flow on_data(std::string_view bytes) = 0;
  // The body is complete.
  virtual void on_end() = 0;
  // True if the application knows who sends this body. If not, the connection counts as idle and
  // may be closed to make room for another (connection_permits.h), because sending a body slowly
  // costs a stranger nothing. The value never changes.
  virtual bool knows_caller() const { return true; }
  // The rest of the body will not come: the client went away, was too slow or broke the framing,
  // the request was answered before the end of the body, or the server stops.
  virtual void on_abort() = 0;
};

}  // namespace countersign::http
