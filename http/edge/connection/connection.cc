#include "http/edge/connection/connection.h"

#include <algorithm>
#include <utility>

namespace countersign::http {

namespace {

using Status = IoResult::Status;

// The requests that a connection may begin when the reactor reports new bytes, or when it is the
// connection's turn. With a few more than one, some dozens of connections that pipelined small
// requests made everybody else wait for thousands of requests at each step of a capture.
constexpr int kRequestsATurn = 1;
// The longest time that a drain waits for a lingering connection.
constexpr std::chrono::milliseconds kDrainLinger{1'000};
// The share of the bytes that a connection without a place to linger may have dropped.
constexpr std::size_t kLingerShare = 4;

thread_local Connection* g_in_progress = nullptr;

// Makes a connection the one in_progress() for as long as the scope lasts.
class ProgressScope {
 public:
  explicit ProgressScope(Connection* connection)
      : before_(std::exchange(g_in_progress, connection)) {}
  ~ProgressScope() { g_in_progress = before_; }
  ProgressScope(const ProgressScope&) = delete;
  ProgressScope& operator=(const ProgressScope&) = delete;

 private:
  Connection* const before_;
};

// The session takes the descriptor's number before the socket takes the descriptor.
Socket socket_of(Accepted& accepted) {
  auto session = accepted.tls ? accepted.tls->accept(accepted.fd.get()) : nullptr;
  return {std::move(accepted.fd), std::move(session)};
}

}  // namespace

Connection::Connection(ConnectionHost& host, Accepted accepted)
    : host_(host),
      socket_(socket_of(accepted)),
      accepted_(std::move(accepted)),
      input_(host.settings, host.counters),
      output_(host.counters),
      reader_(host.settings.reader_idle) {}

Connection* Connection::in_progress() { return g_in_progress; }

void Connection::start() {
  if (accepted_.tls && !socket_.tls()) return close();  // better than plain text; no memory
  wait(host_.settings.handshake_timeout);
  if (accepted_.over_the_cap) {
    turn_.phase = Phase::Stopped;
    start_response(framing_error(503, "the server has too many connections"));
  } else if (!socket_.tls()) {
    turn_.phase = Phase::Idle;
    turn_.requests_left = kRequestsATurn;
    wait(host_.settings.head_timeout);
  } else {
    return get_in_line(ConnectionHost::Turn::Next);
  }
  advance();
}

void Connection::on_ready(bool readable, bool writable, bool hangup) {
  ready_.report(readable, writable, hangup);
  switch (turn_.on_report(hangup)) {
    case Turn::Reaction::Nothing:
      return;
    case Turn::Reaction::Close:
      return close();
    case Turn::Reaction::AwaitTurn:
      get_in_line(ConnectionHost::Turn::Next);
      return update_interest();
    case Turn::Reaction::Advance:
      if (readable && turn_.expects_head() && !turn_.in_line) turn_.requests_left = kRequestsATurn;
      return advance();
  }
}

// Asks the loop for a turn, and reads nothing until it comes.
void Connection::get_in_line(ConnectionHost::Turn turn) {
  if (turn_.in_line) return;
  turn_.in_line = true;
  host_.await_turn(turn, accepted_.number, address());
}

std::optional<AddressBlock> Connection::address() const {
  return accepted_.has_address ? address_block_of(accepted_.peer_address) : std::nullopt;
}

void Connection::take_turn() {
  turn_.in_line = false;
  if (closed()) return;
  turn_.requests_left = kRequestsATurn;
  advance();
}

void Connection::resume(std::uint64_t request) {
  if (request != request_.number || turn_.phase != Phase::Paused) return;
  turn_.phase = Phase::Body;
  request_.pace.resume(host_.now);  // the client was not to blame for the pause
  turn_.deadline = request_.pace.deadline();
  advance();
}

void Connection::wake() {
  if (!closed()) advance();
}

void Connection::begin_drain() {
  if (closed()) return;
  if (turn_.phase == Phase::Handshake) return close();
  if (turn_.phase == Phase::Linger) {
    linger_until_ = std::min(linger_until_, host_.now + kDrainLinger);
    turn_.deadline = std::min(turn_.deadline, linger_until_);
    return;
  }
  ready_.expect_bytes();  // a request that has arrived is still served
  if (turn_.answer == Answer::Delayed) turn_.answer = Answer::Given;
  advance();
  if (turn_.phase != Phase::Idle) return;
  begin_linger();
  update_interest();
}

void Connection::make_room() {
  if (reader_.waits()) return abort();
  if (turn_.may_be_evicted(request_.knows_caller())) close();
}

// A connection that does not count for an address is never asked to make room.
void Connection::report_idle() {
  if (accepted_.has_address) host_.places.idle(accepted_.number);
}

void Connection::report_busy() {
  if (accepted_.has_address) host_.places.busy(accepted_.number);
}

void Connection::report_reader(ReaderWait::Report report) {
  switch (report) {
    case ReaderWait::Report::Nothing:
      return;
    case ReaderWait::Report::Busy:
      if (!turn_.may_be_evicted(request_.knows_caller())) report_busy();
      return;
    case ReaderWait::Report::Slow:
      if (accepted_.has_address) host_.places.slow(accepted_.number);
      return;
    case ReaderWait::Report::Idle:
      return report_idle();
  }
}

// Steps output and input until neither moves. Does nothing within a step: the steps go on after
// it, because only a step that moves something calls the application.
void Connection::advance() {
  if (g_in_progress == this) return;
  input_.begin_turn();
  output_.begin_turn();
  {
    const ProgressScope scope(this);
    while (!closed() && step()) {
    }
  }
  if (closed()) return;
  const bool waiting = !output_.empty() && !ready_.can_write();
  report_reader(reader_.stepped(waiting, std::exchange(reader_took_, false), host_.now));
  update_interest();
}

// These return true if something moved, so that the next step may move more.
bool Connection::step() {
  if (turn_.phase == Phase::Handshake) return step_handshake();
  return step_output() || step_input();
}

bool Connection::step_handshake() {
  const Status status = socket_.handshake().status;
  ready_.after_read(status);
  switch (status) {
    case Status::Ok:
      turn_.phase = Phase::Idle;
      wait(host_.settings.head_timeout);
      return true;
    case Status::NoData:  // only reads return it
    case Status::NeedsRead:
    case Status::NeedsWrite:
      return false;
    case Status::End:
    case Status::Failed:
      close();
      return false;
  }
  return false;
}

bool Connection::step_output() {
  // An answer begins between two steps, never inside the call that gave it.
  if (turn_.answer == Answer::Given) {
    start_response(*std::exchange(request_.answer, std::nullopt));
    return true;
  }
  if (!output_.empty()) {
    const IoResult sent = output_.flush(socket_, ready_, host_.now);
    if (sent.bytes > 0) {
      reader_took_ = true;
      wait(host_.settings.write_idle_timeout);
      turn_.deadline = std::min(turn_.deadline, output_.deadline());
    }
    if (sent.status == Status::End || sent.status == Status::Failed) close();
    return sent.status == Status::Ok || output_.empty();
  }
  if (output_.has_pipe()) {
    switch (output_.pull()) {
      case Output::Pulled::Bytes:
        wait(host_.settings.write_idle_timeout);
        return true;
      case Output::Pulled::Nothing:
        wait(host_.settings.stream_idle);
        return false;
      case Output::Pulled::Broken:
        abort();
        return false;
    }
  }
  if (turn_.answer != Answer::Sending) return false;
  finish_response();
  return true;
}

bool Connection::step_input() {
  if (!turn_.reads()) return false;
  if (turn_.phase == Phase::Linger) return discard_socket();
  // A connection that pipelines many small requests waits behind the others. It has to ask for its
  // turn: all that the client sent may be in memory already, so that the reactor has nothing to
  // report.
  const bool has_more = input_.has_unread() || ready_.may_read();
  if (turn_.expects_head() && turn_.requests_left <= 0 && has_more) {
    get_in_line(ConnectionHost::Turn::Paced);
    return false;
  }
  if (!input_.can_step()) return read_socket();
  parse();
  return true;
}

bool Connection::read_socket() {
  if (!ready_.can_read()) return false;
  if (input_.spent()) {
    // The reactor does not see TLS's buffer.
    if (socket_.has_buffered()) get_in_line(ConnectionHost::Turn::Next);
    return false;
  }
  switch (input_.read(socket_, ready_, host_.read_buffer)) {
    case Status::Ok:
      parse();
      return true;
    case Status::NoData:
      return true;
    case Status::NeedsRead:
    case Status::NeedsWrite:
      return false;
    case Status::End:
      on_end_of_input();
      return true;
    case Status::Failed:
      close();
      return false;
  }
  return false;
}

bool Connection::discard_socket() {
  if (!ready_.may_read() || input_.spent()) return false;
  const Status status = input_.discard(socket_, ready_);
  if (status == Status::Ok) wait_for_end();
  if (status != Status::Ok && status != Status::NeedsRead) close();
  return status == Status::Ok;
}

void Connection::parse() {
  while (turn_.reads() && input_.can_step()) {
    if (turn_.expects_head()) {
      on_head(input_.read_head());
    } else {
      on_body(input_.read_body());
    }
  }
  input_.keep_unread();
}

// The client sends no more, but may still be reading.
void Connection::on_end_of_input() {
  if (turn_.phase == Phase::Skip) return stop_after_answer();
  close();  // between requests, or in the middle of a message that stays incomplete
}

void Connection::update_interest() {
  const auto interest = ready_.change(turn_.reads(), !output_.empty());
  if (!interest) return;
  const bool first = !ready_.is_registered();
  if (!host_.watch(socket_.fd(), accepted_.number, first, interest->read, interest->write)) {
    return close();
  }
  ready_.registered(*interest);
}

void Connection::on_tick() {
  if (closed()) return;
  report_reader(reader_.ticked(host_.now));
  if (turn_.is_answer_due(host_.now)) {
    turn_.answer = Answer::Given;
    advance();
    if (closed()) return;
  }
  if (host_.now < turn_.deadline) return;
  switch (turn_.due(!output_.empty() || output_.has_pipe())) {
    case Turn::Due::Abort:
      return abort();
    case Turn::Due::Close:
      return close();
    case Turn::Due::Linger:
      begin_linger();
      return update_interest();
    case Turn::Due::RefuseHead:
      refuse({408, "the header took too long"});
      return advance();
    case Turn::Due::RefuseBody:
      refuse({408, "the body took too long"});
      return advance();
  }
}

// RFC 9112 section 9.6: closing at once with unread bytes would reset the connection, and the
// client could lose the answer.
void Connection::begin_linger() {
  if (input_.ended()) return close();
  const auto& settings = host_.settings;
  const bool is_in_body = turn_.phase == Phase::Stopped;
  has_linger_place_ = is_in_body && host_.lingering.enter(address());
  auto longest = has_linger_place_ ? settings.linger_longest : settings.linger_timeout;
  if (host_.draining) longest = std::min(longest, kDrainLinger);
  linger_until_ = host_.now + longest;
  socket_.end_writing();
  turn_.phase = Phase::Linger;
  report_idle();
  input_.drop_unread();
  input_.allow_dropping(settings.linger_limit_bytes / (has_linger_place_ ? 1 : kLingerShare));
  ready_.expect_bytes();
  wait_for_end();
}

// The client has a little time from now on, and no more than is left of all.
void Connection::wait_for_end() {
  const auto& settings = host_.settings;
  wait(has_linger_place_ ? settings.linger_silence : settings.linger_timeout);
  turn_.deadline = std::min(turn_.deadline, linger_until_);
}

void Connection::close() {
  if (closed()) return;
  release();
  socket_.close();
}

// Resets the connection, so that the client can tell that something is missing.
void Connection::abort() {
  if (closed()) return;
  release();
  socket_.reset();
}

// Releases everything but the socket.
void Connection::release() {
  turn_.phase = Phase::Closed;
  end_wait_for_answer(Answer::None);
  request_.drop();
  output_.drop();
  if (std::exchange(has_linger_place_, false)) host_.lingering.leave(address());
  host_.retire(accepted_.number);
}

}  // namespace countersign::http
