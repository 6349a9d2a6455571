#include <algorithm>
#include <new>
#include <utility>

#include "http/edge/connection/connection.h"
#include "http/edge/connection/pending_exchange.h"

namespace countersign::http {

namespace {

using Step = RequestFramer::Step;
using Failure = Exchange::Failure;

// A body up to this size is copied behind its head and leaves with it in one send; a larger one is
// sent without a copy.
constexpr std::size_t kJoinedBodyBytes = 32 * 1024;

constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";

}  // namespace

// Answers for the application if the call throws.
template <class Call>
void Connection::call_application(const Call& call) {
  try {
    call();
  } catch (const std::bad_alloc&) {
    answer(request_.number, std::nullopt, Failure::NoMemory);
  } catch (...) {
    answer(request_.number, std::nullopt, Failure::Bug);
  }
}

void Connection::on_head(const RequestFramer::Outcome& step) {
  if (step.step == Step::Refused) return refuse(step.refusal);
  if (step.step == Step::Head) return begin_request();
  if (turn_.phase == Phase::Idle && input_.has_unread()) {
    turn_.phase = Phase::Head;
    wait(host_.settings.head_timeout);
  }
}

void Connection::begin_request() {
  --turn_.requests_left;
  LoopCounters::add(host_.counters.requests, 1);
  RequestHead head = input_.framer().take_head();
  request_.begin(input_.framer(), head, host_.settings, host_.now);
  head.peer_address = accepted_.peer_address;
  head.admin = accepted_.admin;
  head.peer_uid = accepted_.peer_uid;
  head.tls = socket_.tls();
  const bool has_body = head.has_body();
  const bool small = head.content_length.value_or(0) <= host_.settings.skip_limit_bytes;

  turn_.phase = has_body ? Phase::Body : Phase::Complete;
  turn_.answer = Answer::Awaited;
  turn_.wait_for_ever();
  // A request without a body is in flight before the application sees it.
  if (!has_body) report_busy();
  std::shared_ptr<PendingExchange> exchange;  // outlives the handler's, which it may drop
  call_application([&] {
    exchange = std::make_shared<PendingExchange>(host_.mailbox, weak_from_this(), request_.number);
    request_.sink = host_.application.on_request(std::move(head), exchange);
  });
  exchange.reset();
  if (has_body) return begin_body(small);
  complete_request();
}

void Connection::begin_body(bool small) {
  const bool awaited = turn_.answer == Answer::Awaited;
  // If the sender of the body is not known, only the end of the body, or the answer, makes the
  // connection busy.
  if (request_.sink ? request_.knows_caller() : awaited) report_busy();
  const bool expects_continue = input_.framer().expects_continue();
  if (!request_.sink) {
    // A client that waits for 100 Continue may or may not send the body after another answer: the
    // next byte would have two meanings, so the connection ends.
    turn_.phase = small && !expects_continue ? Phase::Skip : Phase::Stopped;
    if (turn_.phase == Phase::Stopped) return;
    input_.allow_dropping(host_.settings.skip_limit_bytes);
  }
  turn_.deadline = request_.pace.deadline();
  if (request_.sink && expects_continue && awaited) send(kContinue);
}

void Connection::on_body(const RequestFramer::Outcome& step) {
  if (step.step == Step::Refused) return refuse(step.refusal);
  if (step.step == Step::NeedMore) return;
  const bool last = step.step == Step::End;
  request_.pace.received(host_.now, step.data.size());
  turn_.deadline = request_.pace.deadline();
  if (turn_.phase == Phase::Body) return give_to_sink(step, last);
  if (!input_.drop(step)) return stop_after_answer();  // more than is worth skipping
  if (last) end_body();
}

void Connection::give_to_sink(const RequestFramer::Outcome& step, bool last) {
  Flow flow = Flow::Stop;  // also after an exception
  call_application([&] { flow = request_.give(step); });
  if (flow == Flow::Stop) request_.sink.reset();
  if (last) return end_body();
  if (flow == Flow::Continue) return;
  turn_.wait_for_ever();
  turn_.phase = flow == Flow::Stop ? Phase::Stopped : Phase::Paused;
  if (flow == Flow::Pause) request_.pace.pause(host_.now);
}

// Stops reading; closes once the answer has been sent, which may be the case already.
void Connection::stop_after_answer() {
  turn_.phase = Phase::Stopped;
  if (!turn_.busy()) turn_.answer = Answer::Sending;  // the next step finishes it
}

void Connection::end_body() {
  turn_.phase = Phase::Complete;
  if (turn_.answer == Answer::Awaited) report_busy();
  complete_request();
}

void Connection::complete_request() {
  if (turn_.answer != Answer::Sending) turn_.wait_for_ever();
  call_application([&] { request_.end_sink(); });
  if (!turn_.busy()) next_request();  // a skipped body whose answer has been sent already
}

// Answers a request that is invalid or too slow, unless an answer is under way already. The
// connection then closes: nothing after such a request can be trusted.
void Connection::refuse(const Refusal& refusal) {
  LoopCounters::add(host_.counters.framing_errors, 1);
  if (turn_.answer == Answer::Delayed || turn_.answer == Answer::Given ||
      turn_.answer == Answer::Sending || turn_.phase == Phase::Skip) {
    request_.abort_sink();
    return stop_after_answer();
  }
  end_wait_for_answer(Answer::None);
  request_.drop();
  turn_.phase = Phase::Stopped;
  request_.is_head = false;
  start_response(framing_error(refusal.status, refusal.why));
}

void Connection::end_wait_for_answer(Answer next) {
  if (turn_.answer == Answer::Awaited) LoopCounters::add(host_.counters.requests_ended, 1);
  turn_.answer = next;
}

// May be called anywhere on the loop's thread, also from within a step.
void Connection::answer(std::uint64_t request,
                        std::optional<Response> response,
                        Failure otherwise) {
  if (request != request_.number || turn_.answer != Answer::Awaited) {
    if (response) close_stream(*response);
    return;
  }
  end_wait_for_answer(Answer::Given);
  if (response) {
    request_.answer = std::move(*response);
  } else if (otherwise == Failure::NoMemory) {
    request_.answer = framing_error(503, "the server has no memory for the request now");
  } else {
    request_.answer = framing_error(500, "the request was not answered");
  }
  if (request_.answer->delay.count() > 0 && !host_.draining) delay_answer();
  advance();
}

void Connection::delay_answer() {
  turn_.answer = Answer::Delayed;
  turn_.answer_at = host_.now + request_.answer->delay;
  report_idle();
}

Response Connection::framing_error(int status, std::string_view why) {
  try {
    return host_.application.framing_error(status, why);
  } catch (...) {
    Response response;
    response.status = status;
    return response;
  }
}

// Returns the response, or an error of the edge's own if the response cannot be sent.
Response Connection::sendable(Response response) {
  if (can_be_sent(response)) return response;
  close_stream(response);
  Response error = framing_error(500, "the answer could not be sent");
  if (!can_be_sent(error)) {
    error = Response{};
    error.status = 500;
  }
  error.close = error.close || response.close;
  return error;
}

void Connection::start_response(Response given) {
  report_busy();
  Response response = sendable(std::move(given));
  if (turn_.in_body()) {
    request_.abort_sink();
    turn_.phase = Phase::Stopped;
  }
  const BodyFraming framing = request_.frame(response);
  request_.keep_alive = request_.keep_alive && !host_.draining && !response.close &&
                        framing.kind != BodyFraming::Kind::UntilTheClose &&
                        turn_.phase != Phase::Stopped;
  turn_.answer = Answer::Sending;
  wait(host_.settings.write_idle_timeout);
  LoopCounters::add(host_.counters.responses[response.status / 100], 1);
  send_head_and_body(response, framing);
}

void Connection::send_head_and_body(Response& response, const BodyFraming& framing) {
  const ConnectionField field = !request_.keep_alive          ? ConnectionField::Close
                                : request_.minor_version == 0 ? ConnectionField::KeepAlive
                                                              : ConnectionField::Absent;
  std::string& head = host_.head_buffer;
  head.clear();
  append_response_head(head, response, framing, field, host_.date());
  if (request_.is_head || framing.kind == BodyFraming::Kind::None) {
    close_stream(response);
    return send(head);
  }
  if (response.stream) {
    send(head);
    if (closed()) return close_stream(response);
    return output_.attach(
        std::move(response.stream),
        response.stream_length,
        framing.kind == BodyFraming::Kind::Chunked,
        [mailbox = host_.mailbox, self = weak_from_this()] { (void)mailbox->post(Woken{self}); });
  }
  if (response.body.size() <= kJoinedBodyBytes) {
    head += response.body;
    return send(head);
  }
  output_.push(head);
  output_.push(std::move(response.body));
}

void Connection::send(std::string_view bytes) {
  if (!output_.send(socket_, ready_, bytes)) close();
}

void Connection::finish_response() {
  turn_.answer = Answer::None;
  if (turn_.phase == Phase::Stopped || !request_.keep_alive) return begin_linger();
  if (turn_.phase == Phase::Complete) return next_request();
  report_idle();  // the rest of the input is a body without a sink
  wait(host_.settings.body_idle_timeout);
}

void Connection::next_request() {
  input_.begin_message();
  turn_.phase = Phase::Idle;
  report_idle();
  const auto& settings = host_.settings;
  wait(input_.has_unread() ? settings.head_timeout : settings.keep_alive_timeout);
  // Reached only if the answer was begun before the drain.
  if (host_.draining) wait(std::chrono::milliseconds(0));
}

}  // namespace countersign::http
