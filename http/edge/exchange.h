#pragma once
#include <cstdint>

#include "http/edge/http1/message.h"

namespace countersign::http {

// One request that waits for its answer. The edge creates it and hands it to the application, which
// may keep it, copy the pointer and answer from any thread.
//
// Ownership: keeps no connection alive. It knows the identity of its connection and the number of
// the request on it, so that an answer reaches only the client that sent the request.
//
// If the last pointer is released without an answer, the edge answers 500, so no client waits
// forever.
//
// Abstract so that a handler can be tested without a network.
class Exchange {
 public:
  Exchange() = default;
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;
  virtual ~Exchange() = default;

  // Any thread. The first call wins. Later calls, and one whose client is gone, are dropped
  // silently; a stream in them is closed to its writer.
  virtual void respond(Response response) = 0;

  // Any thread. Like respond(), with an answer of the edge's own, which takes the least memory: 503
  // for NoMemory, 500 for Bug.
  enum class Failure : std::uint8_t { NoMemory, Bug };
  virtual void fail(Failure why) noexcept = 0;

  // Any thread. Ends a pause that the sink asked for with Flow::Pause. May be called before on_data
  // has returned; a call without a pause does nothing.
  virtual void resume() = 0;

  // Any thread. True as soon as the edge knows that nobody can read the answer.
  // A client that only closed its sending side is not gone.
  virtual bool client_gone() const = 0;
};

}  // namespace countersign::http
