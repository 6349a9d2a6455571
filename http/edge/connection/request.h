#pragma once
#include <cstdint>
#include <memory>
#include <optional>

#include "http/edge/body_sink.h"
#include "http/edge/connection/body_pace.h"
#include "http/edge/edge_settings.h"
#include "http/edge/http1/message.h"
#include "http/edge/http1/request_framer.h"
#include "http/edge/http1/response_head.h"

namespace countersign::http {

// The request in work: who takes its body and how fast, how its answer is framed, and the answer
// until it is sent. One thread.
//
// Invariants: an answer with the number of another request is dropped. The sink gets exactly one
// last call, and is released before that call, so that the call may do everything.
struct Request {
  // Begins the request whose head was read. The time of its body counts from `now`.
  void begin(const RequestFramer& framer,
             const RequestHead& head,
             const EdgeSettings& settings,
             BodyPace::Time now);
  // True if a body's sender is known, so that its connection counts as busy.
  bool knows_caller() const { return sink && sink->knows_caller(); }
  // Passes one step of the body to the sink, which may throw. REQUIRES: there is a sink.
  Flow give(const RequestFramer::Outcome& step) const;
  // These two end the sink, if there is one. end_sink() may throw.
  void end_sink();
  void abort_sink();
  // Forgets the request: from now on its exchange answers nobody.
  void drop();
  BodyFraming frame(const Response& response) const;

  std::uint64_t number = 0;
  bool keep_alive = false;  // the connection, after the answer
  bool is_head = false;
  int minor_version = 1;
  BodyPace pace;
  std::shared_ptr<BodySink> sink;
  std::optional<Response> answer;  // given, and not begun
};

// Tells the writer of a response's body, if it has one, that nobody reads it.
void close_stream(const Response& response);

}  // namespace countersign::http
