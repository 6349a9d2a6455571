#include "http/edge/connection/request.h"

#include <utility>

#include "http/edge/body_pipe.h"

namespace countersign::http {

void Request::begin(const RequestFramer& framer,
                    const RequestHead& head,
                    const EdgeSettings& settings,
                    BodyPace::Time now) {
  ++number;
  keep_alive = framer.keep_alive();
  minor_version = framer.minor_version();
  is_head = head.method == Method::Head;
  pace = BodyPace({.idle = settings.body_idle_timeout,
                   .grace = settings.body_grace,
                   .window = settings.body_window,
                   .longest = settings.body_longest,
                   .least_bytes_per_second = settings.body_bytes_per_second},
                  now,
                  head.content_length);
}

Flow Request::give(const RequestFramer::Outcome& step) const {
  if (step.announced > 0) return sink->on_announced(step.announced);
  return step.data.empty() ? Flow::Continue : sink->on_data(step.data);
}

void Request::end_sink() {
  if (const auto last = std::exchange(sink, nullptr)) last->on_end();
}

void Request::abort_sink() {
  try {
    if (const auto last = std::exchange(sink, nullptr)) last->on_abort();
  } catch (...) {
    // The request is over, so a failure here has no effect.
  }
}

void Request::drop() {
  ++number;  // first: an exchange that goes with the sink then answers nobody
  abort_sink();
  if (answer) close_stream(*answer);
  answer.reset();
}

BodyFraming Request::frame(const Response& response) const {
  using Kind = BodyFraming::Kind;
  if (!status_has_body(response.status)) return {.kind = Kind::None, .length = 0};
  if (response.stream_length && (response.stream || is_head)) {
    return {.kind = Kind::Length, .length = *response.stream_length};
  }
  if (!response.stream) return {.kind = Kind::Length, .length = response.body.size()};
  return {.kind = minor_version >= 1 ? Kind::Chunked : Kind::UntilTheClose, .length = 0};
}

void close_stream(const Response& response) {
  if (response.stream) response.stream->close_reader();
}

}  // namespace countersign::http
