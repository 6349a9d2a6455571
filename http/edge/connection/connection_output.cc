#include <algorithm>
#include <utility>

#include "http/edge/connection/connection.h"

namespace countersign::http {

namespace {

using Status = IoResult::Status;
using Kind = BodyFraming::Kind;

// A body up to this size is copied behind its head and leaves with it in one send; a larger one is
// sent without a copy.
constexpr std::size_t kJoinedBodyBytes = 32 * 1024;
// A client that takes less in a window while output waits for it is given up: 8 KiB/s. The window
// is long because a large socket buffer empties in jumps.
constexpr std::chrono::seconds kTakenWindow{30};
constexpr std::uint64_t kTakenWindowMinBytes = 30 * 8 * 1024;

}  // namespace

// May be called anywhere on the loop's thread, also from within a step.
void Connection::answer(std::uint64_t request,
                        std::optional<Response> response,
                        Exchange::Failure otherwise) {
  if (closed() || request != request_ || answered_) {
    if (response && response->stream) {
      response->stream->close_reader();
    }
    return;
  }
  answered_ = true;
  LoopCounters::add(host_.counters.requests_ended, 1);
  const bool no_memory = otherwise == Exchange::Failure::NoMemory;
  answer_ = response    ? std::move(*response)
            : no_memory ? framing_error(503, "there is no memory for the request")
                        : framing_error(500, "the request was not answered");
  advance();
}

// Starts the response between two steps, never inside the call of the sink or of the application
// that gave the answer.
bool Connection::take_answer() {
  if (!answer_) {
    return false;
  }
  Response response = std::move(*answer_);
  answer_.reset();
  start_response(std::move(response));
  return true;
}

Response Connection::framing_error(int status, std::string_view why) {
  Response response;
  try {
    response = host_.application.framing_error(status, why);
  } catch (...) {
    response = Response{};
    response.status = status;
  }
  return response;
}

void Connection::start_response(Response response) {
  report_busy();
  if (!can_be_sent(response)) {
    if (response.stream) {
      response.stream->close_reader();
    }
    const bool close = response.close;
    response = framing_error(500, "the answer could not be sent");
    if (!can_be_sent(response)) {
      response = Response{};
      response.status = 500;
    }
    response.close = response.close || close;
  }
  if (input_ == Input::Body) {
    abort_sink();
    input_ = Input::Stopped;
  }
  const BodyFraming framing = frame_body(response);
  const bool keep = keep_alive_ && !host_.draining && !response.close && !close_after_ &&
                    framing.kind != Kind::UntilTheClose && input_ != Input::Stopped;
  close_after_ = !keep;
  responding_ = true;
  wait_at_most(host_.settings.write_idle_timeout);
  LoopCounters::add(host_.counters.responses[response.status / 100], 1);
  send_head_and_body(response, framing, keep);
}

BodyFraming Connection::frame_body(const Response& response) const {
  if (!status_has_body(response.status)) {
    return {.kind = Kind::None, .length = 0};
  }
  if (response.stream_length && (response.stream || is_head_)) {
    return {.kind = Kind::Length, .length = *response.stream_length};
  }
  if (!response.stream) {
    return {.kind = Kind::Length, .length = response.body.size()};
  }
  return {.kind = minor_version_ >= 1 ? Kind::Chunked : Kind::UntilTheClose, .length = 0};
}

void Connection::send_head_and_body(Response& response, const BodyFraming& framing, bool keep) {
  const ConnectionField field = !keep                 ? ConnectionField::Close
                                : minor_version_ == 0 ? ConnectionField::KeepAlive
                                                      : ConnectionField::Absent;
  std::string& head = host_.head_buffer;
  head.clear();
  append_response_head(head, response, framing, field, host_.date());

  const bool bodiless = is_head_ || framing.kind == Kind::None;
  if (bodiless && response.stream) {
    response.stream->close_reader();
    response.stream.reset();
  }
  if (response.stream) {
    send_now(head);
    if (closed()) {
      response.stream->close_reader();
      return;
    }
    pipe_ = std::move(response.stream);
    pipe_left_bytes_ = response.stream_length;
    chunked_ = framing.kind == Kind::Chunked;
    first_chunk_ = true;
    pipe_->attach(
        [mailbox = host_.mailbox, self = weak_from_this()] { (void)mailbox->post(Woken{self}); });
    return;
  }
  if (bodiless || response.body.size() <= kJoinedBodyBytes) {
    if (!bodiless) {
      head += response.body;
    }
    send_now(head);
    return;
  }
  output_.push(head);
  output_.push(std::move(response.body));
}

// Sends at once if no output waits before it. Queues what the socket does not take.
void Connection::send_now(std::string_view bytes) {
  std::size_t sent = 0;
  if (output_.empty() && may_write_) {
    const iovec piece{const_cast<char*>(bytes.data()), bytes.size()};
    const IoResult result = socket_.write({&piece, 1});
    if (result.status == Status::Failed || result.status == Status::End) {
      close();
      return;
    }
    tls_needs_read_ = result.status == Status::NeedsRead;
    may_write_ = result.status != Status::NeedsWrite;
    sent = result.bytes;
    LoopCounters::add(host_.counters.sent_bytes, sent);
  }
  output_.push(std::string(bytes.substr(sent)));
}

// Returns true if something moved, so that the next step may move more.
bool Connection::step_output() {
  if (!output_.empty()) {
    return send_queue();
  }
  if (pipe_) {
    return pull_pipe();
  }
  if (!responding_) {
    return false;
  }
  finish_response();
  return true;
}

bool Connection::send_queue() {
  if (!may_write_ || tls_needs_read_ || write_budget_bytes_ == 0) {
    return false;
  }
  const auto spent = [this](std::size_t bytes, std::string chunk) {
    if (pipe_) {
      pipe_->give_back(bytes, std::move(chunk));
    }
  };
  const IoResult result = output_.send(socket_, write_budget_bytes_, spent);
  if (result.bytes > 0) {
    LoopCounters::add(host_.counters.sent_bytes, result.bytes);
    write_budget_bytes_ -= std::min(write_budget_bytes_, result.bytes);
    note_taken(result.bytes);
  }
  switch (result.status) {
    case Status::Ok:
      return true;
    case Status::NeedsWrite:
      may_write_ = false;
      return output_.empty();
    case Status::NoData:  // only reads return it
    case Status::NeedsRead:
      tls_needs_read_ = true;
      return false;
    case Status::End:
    case Status::Failed:
      close();
      return false;
  }
  return false;
}

// Moves the deadline back by what the client has taken. A client that takes a byte now and then
// must not hold a writer for hours.
void Connection::note_taken(std::size_t bytes) {
  if (!full_) {
    taken_ = WindowPace(kTakenWindow, kTakenWindowMinBytes);
    taken_.begin(host_.now);
  }
  taken_.moved(host_.now, bytes);
  deadline_ = std::min(host_.now + host_.settings.write_idle_timeout, taken_.deadline());
  full_ = !output_.empty();
}

// Moves the writer's chunks into the output queue. Returns false if there are none yet, or if the
// connection was aborted.
bool Connection::pull_pipe() {
  BodyPipe::Taken taken = pipe_->take();
  std::size_t bytes = 0;
  for (const std::string& chunk : taken.chunks) {
    bytes += chunk.size();
  }
  if (pipe_left_bytes_) {
    if (bytes > *pipe_left_bytes_) {
      abort();  // more than was announced: a bug of the writer, which the client sees
      return false;
    }
    *pipe_left_bytes_ -= bytes;
  }
  if (bytes > 0 && chunked_) {
    output_.push(chunk_line(bytes, std::exchange(first_chunk_, false)));
  }
  for (std::string& chunk : taken.chunks) {
    output_.push_chunk(std::move(chunk));
  }
  if (taken.state != BodyPipe::State::Open) {
    return end_pipe(taken.state);
  }
  if (bytes == 0) {
    wait_at_most(host_.settings.stream_idle);
    return false;
  }
  wait_at_most(host_.settings.write_idle_timeout);
  return true;
}

bool Connection::end_pipe(BodyPipe::State state) {
  if (state == BodyPipe::State::Failed || pipe_left_bytes_.value_or(0) > 0) {
    abort();
    return false;
  }
  if (chunked_) {
    output_.push(first_chunk_ ? "0\r\n\r\n" : "\r\n0\r\n\r\n");
  }
  pipe_.reset();
  wait_at_most(host_.settings.write_idle_timeout);
  return true;
}

void Connection::finish_response() {
  responding_ = false;
  if (close_after_) {
    begin_linger();
    return;
  }
  if (input_ == Input::Done) {
    next_request();
    return;
  }
  report_idle();  // the rest of the input is a body that nobody wants
  wait_at_most(host_.settings.body_idle_timeout);
}

}  // namespace countersign::http
