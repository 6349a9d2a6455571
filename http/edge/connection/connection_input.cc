#include <algorithm>
#include <new>
#include <utility>

#include "http/edge/connection/connection.h"
#include "http/edge/connection/pending_exchange.h"

namespace countersign::http {

namespace {

using Status = IoResult::Status;
using Step = RequestFramer::Step;

// The capacity that `rest_` may keep while it is empty.
constexpr std::size_t kKeptRestBytes = 4 * 1024;

// The least that one read costs of the bytes of a turn: each byte may be in a TLS record of its
// own.
constexpr std::size_t kReadBytesLeast = 4 * 1024;
// The cost of reading a record without data, which may have changed a key.
constexpr std::size_t kNoDataBytes = 64 * 1024;

constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";

BodyPaceLimits pace_limits_of(const EdgeSettings& settings) {
  return {.idle = settings.body_idle_timeout,
          .grace = settings.body_grace,
          .window = settings.body_window,
          .longest = settings.body_longest,
          .least_bytes_per_second = settings.body_bytes_per_second};
}

}  // namespace

bool Connection::wants_input() const {
  if (awaits_turn_) {
    return false;
  }
  switch (input_) {
    case Input::Handshake:
    case Input::Head:
    case Input::Skip:
    case Input::Linger:
      return true;
    case Input::Body:
      return !paused_;
    case Input::Done:
    case Input::Stopped:
    case Input::Closed:
      return false;
  }
  return false;
}

bool Connection::step_input() {
  if (!wants_input()) {
    return false;
  }
  if (input_ == Input::Linger) {
    return discard_socket();
  }
  if (ends_turn()) {
    return false;
  }
  if (!starved_ && rest_used_ < rest_.size()) {
    rest_used_ += consume(std::string_view(rest_).substr(rest_used_));
    if (rest_used_ == rest_.size()) {
      rest_.clear();
      rest_used_ = 0;
      if (rest_.capacity() > kKeptRestBytes) {
        rest_ = {};
      }
    }
    return true;
  }
  return read_socket();
}

// Returns true if the connection has to wait for its next turn behind the others, because it
// pipelines many small requests. It has to ask for the turn: all that the client sent may be in
// memory already, so that the reactor has nothing to report.
bool Connection::ends_turn() {
  const bool has_more = rest_used_ < rest_.size() || may_read_;
  if (input_ != Input::Head || request_budget_ > 0 || !has_more) {
    return false;
  }
  await_turn(ConnectionHost::Turn::Paced);
  return true;
}

void Connection::spend(std::size_t bytes) {
  read_budget_bytes_ -= std::min(read_budget_bytes_, bytes);
}

// Reads once. Returns false if there is nothing to do until the reactor, or a turn, wakes the
// connection.
bool Connection::read_socket() {
  if (!may_read_ || tls_needs_write_) {
    return false;
  }
  if (read_budget_bytes_ == 0) {
    if (socket_.has_buffered()) {
      await_turn(ConnectionHost::Turn::Next);  // the reactor does not see TLS's buffer
    }
    return false;
  }
  const IoResult result = socket_.read(host_.read_buffer);
  switch (result.status) {
    case Status::Ok:
      break;
    case Status::NoData:
      spend(kNoDataBytes);
      return true;
    case Status::NeedsRead:
      may_read_ = false;
      return false;
    case Status::NeedsWrite:
      tls_needs_write_ = true;
      return false;
    case Status::End:
      on_end_of_input();
      return true;
    case Status::Failed:
      close();
      return false;
  }
  LoopCounters::add(host_.counters.received_bytes, result.bytes);
  spend(std::max(result.bytes, kReadBytesLeast));
  // A short read has emptied the socket; the reactor reports what has arrived since.
  may_read_ = result.bytes == host_.read_buffer.size() || socket_.has_buffered();

  const std::string_view bytes(host_.read_buffer.data(), result.bytes);
  if (rest_used_ < rest_.size()) {
    rest_.erase(0, rest_used_);
    rest_used_ = 0;
    rest_.append(bytes);
    starved_ = false;
    return true;
  }
  const std::size_t used = consume(bytes);
  if (!closed() && used < bytes.size() && input_ != Input::Linger) {
    rest_.assign(bytes.substr(used));
    rest_used_ = 0;
  }
  return true;
}

bool Connection::discard_socket() {
  if (!may_read_ || read_budget_bytes_ == 0) {
    return false;
  }
  const IoResult result = socket_.discard(read_budget_bytes_);
  if (result.status == Status::NeedsRead) {
    may_read_ = false;
    return false;
  }
  if (result.status != Status::Ok || result.bytes >= unread_budget_bytes_) {
    close();
    return false;
  }
  unread_budget_bytes_ -= result.bytes;
  spend(result.bytes);
  return true;
}

// The client sends no more, but may still be reading.
void Connection::on_end_of_input() {
  peer_ended_ = true;
  may_read_ = false;
  if (input_ == Input::Skip) {
    stop_after_answer();
    return;
  }
  close();  // between requests, or in the middle of a message that stays incomplete
}

std::size_t Connection::consume(std::string_view bytes) {
  std::size_t used = 0;
  starved_ = false;
  while (used < bytes.size() && wants_input() && !starved_) {
    const std::string_view left = bytes.substr(used);
    used += input_ == Input::Head ? consume_head(left) : consume_body(left);
  }
  return used;
}

std::size_t Connection::consume_head(std::string_view bytes) {
  const RequestFramer::Outcome outcome = framer_.read_head(bytes);
  if (outcome.step == Step::Refused) {
    refuse(outcome.refusal);
    return outcome.consumed;
  }
  if (outcome.step == Step::Head) {
    begin_request();
    return outcome.consumed;
  }
  starved_ = true;
  if (outcome.consumed < bytes.size() && !head_begun_) {
    head_begun_ = true;
    wait_at_most(host_.settings.head_timeout);
  }
  return outcome.consumed;
}

void Connection::begin_request() {
  ++request_;
  --request_budget_;
  answered_ = false;
  head_begun_ = false;
  LoopCounters::add(host_.counters.requests, 1);
  keep_alive_ = framer_.keep_alive();
  minor_version_ = framer_.minor_version();
  RequestHead head = framer_.take_head();
  is_head_ = head.method == Method::Head;
  head.peer_address = peer_address_;
  head.admin = admin_;
  head.peer_uid = peer_uid_;
  head.tls = socket_.tls();
  const bool has_body = head.has_body();
  const bool small = head.content_length.value_or(0) <= host_.settings.skip_limit_bytes;
  pace_ = BodyPace(pace_limits_of(host_.settings), host_.now, head.content_length);

  input_ = has_body ? Input::Body : Input::Done;
  wait_for_ever();
  std::shared_ptr<PendingExchange> exchange;  // outlives the handler's, which it may drop
  try {
    exchange = std::make_shared<PendingExchange>(host_.mailbox, weak_from_this(), request_);
    sink_ = host_.application.on_request(std::move(head), exchange);
  } catch (...) {
    fail_request();
  }
  exchange.reset();
  if (has_body) {
    begin_body(small);
    return;
  }
  end_body();
}

void Connection::begin_body(bool small) {
  paused_ = false;
  // If the sender of the body is not known, only the end of the body, or the answer, makes the
  // connection busy.
  if (sink_ ? sink_->knows_caller() : !answered_) {
    report_busy();
  }
  if (sink_) {
    deadline_ = pace_.deadline();
    if (framer_.expects_continue() && !answered_) {
      send_now(kContinue);
    }
    return;
  }
  // A client that waits for 100 Continue may or may not send the body after another answer: the
  // next byte would have two meanings, so the connection ends.
  if (!small || framer_.expects_continue()) {
    input_ = Input::Stopped;
    return;
  }
  input_ = Input::Skip;
  unread_budget_bytes_ = host_.settings.skip_limit_bytes;
  deadline_ = pace_.deadline();
}

std::size_t Connection::consume_body(std::string_view bytes) {
  const RequestFramer::Outcome outcome = framer_.read_body(bytes);
  if (outcome.step == Step::Refused) {
    refuse(outcome.refusal);
    return outcome.consumed;
  }
  if (outcome.step == Step::NeedMore) {
    starved_ = true;
    return outcome.consumed;
  }
  const bool last = outcome.step == Step::End;
  pace_.received(host_.now, outcome.data.size());
  deadline_ = pace_.deadline();

  if (input_ == Input::Body) {
    give_to_sink(outcome, last);
    return outcome.consumed;
  }
  if (std::max<std::uint64_t>(outcome.consumed, outcome.announced) > unread_budget_bytes_) {
    stop_after_answer();  // more than is worth skipping
    return outcome.consumed;
  }
  unread_budget_bytes_ -= outcome.consumed;
  if (last) {
    end_body();
  }
  return outcome.consumed;
}

void Connection::give_to_sink(const RequestFramer::Outcome& outcome, bool last) {
  Flow flow = Flow::Continue;
  try {
    if (outcome.announced > 0) {
      flow = sink_->on_announced(outcome.announced);
    } else if (!outcome.data.empty()) {
      flow = sink_->on_data(outcome.data);
    }
  } catch (...) {
    flow = Flow::Stop;
    fail_request();
  }
  if (flow == Flow::Stop) {
    sink_.reset();
    if (!last) {
      input_ = Input::Stopped;
      wait_for_ever();
      return;
    }
  }
  if (last) {
    end_body();
    return;
  }
  if (flow == Flow::Pause) {
    paused_ = true;
    pace_.pause(host_.now);
    wait_for_ever();
  }
}

// Stops reading; closes once the answer has been sent, which may be the case already.
void Connection::stop_after_answer() {
  input_ = Input::Stopped;
  close_after_ = true;
  if (answered_ && !answer_) {
    responding_ = true;  // the next step finishes it
  }
}

// The request is complete.
void Connection::end_body() {
  input_ = Input::Done;
  if (!answered_) {
    report_busy();
  }
  if (!responding_) {
    wait_for_ever();
  }
  if (const auto sink = std::exchange(sink_, nullptr)) {
    try {
      sink->on_end();
    } catch (...) {
      fail_request();
    }
  }
  if (answered_ && !answer_ && !responding_) {
    next_request();  // a skipped body whose answer has been sent already
  }
}

void Connection::abort_sink() {
  if (const auto sink = std::exchange(sink_, nullptr)) {
    try {
      sink->on_abort();
    } catch (...) {
      // Nothing is left to fail: the request is over.
    }
  }
}

// Answers a request whose handler threw. REQUIRES: the exception is being caught.
void Connection::fail_request() {
  auto why = Exchange::Failure::Bug;
  try {
    throw;
  } catch (const std::bad_alloc&) {
    why = Exchange::Failure::NoMemory;
  } catch (...) {
  }
  answer(request_, std::nullopt, why);
}

// Answers a request that is invalid or too slow, unless an answer is under way already. The
// connection then closes: nothing after such a request can be trusted.
void Connection::refuse(const Refusal& refusal) {
  LoopCounters::add(host_.counters.framing_errors, 1);
  if (answer_ || responding_ || input_ == Input::Skip) {
    abort_sink();
    stop_after_answer();
    return;
  }
  if (!answered_) {
    answered_ = true;
    LoopCounters::add(host_.counters.requests_ended, 1);
  }
  ++request_;  // first: an exchange that goes with the sink then answers nobody
  abort_sink();
  input_ = Input::Stopped;
  keep_alive_ = false;
  is_head_ = false;
  start_response(framing_error(refusal.status, refusal.why));
}

void Connection::next_request() {
  framer_.begin();
  input_ = Input::Head;
  report_idle();
  starved_ = false;
  head_begun_ = false;
  const bool waiting = rest_used_ < rest_.size();
  wait_at_most(waiting ? host_.settings.head_timeout : host_.settings.keep_alive_timeout);
  if (host_.draining) {
    // Reached only if the answer was begun before the drain.
    wait_at_most(std::chrono::milliseconds(0));
  }
}

}  // namespace countersign::http
