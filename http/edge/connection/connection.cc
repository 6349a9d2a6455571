#include "http/edge/connection/connection.h"

#include <algorithm>
#include <utility>

namespace countersign::http {

namespace {

using Status = IoResult::Status;

// The bytes that one turn may read and write, so that one busy client does not hold up the others
// of its loop.
constexpr std::size_t kReadBudgetBytes = 512 * 1024;
constexpr std::size_t kWriteBudgetBytes = 2 * 1024 * 1024;
// The requests that a connection may begin when the reactor reports new bytes, or when it is the
// connection's turn. With a few more than one, some dozens of connections that pipelined small
// requests made everybody else wait for thousands of requests at each step of a capture.
constexpr int kRequestBudget = 1;
// The longest time that a drain waits for a lingering connection.
constexpr std::chrono::milliseconds kDrainLinger{1'000};

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

std::unique_ptr<TlsSession> session_for(const Accepted& accepted) {
  return accepted.tls ? accepted.tls->accept(accepted.fd.get()) : nullptr;
}

}  // namespace

Connection::Connection(ConnectionHost& host, std::uint64_t id, Accepted accepted)
    : host_(host),
      id_(id),
      peer_address_(std::move(accepted.peer_address)),
      admin_(accepted.admin),
      peer_uid_(accepted.peer_uid),
      over_the_cap_(accepted.over_the_cap),
      has_address_(accepted.has_address),
      wants_tls_(accepted.tls != nullptr),
      socket_(std::move(accepted.fd), session_for(accepted)),
      framer_({.head_bytes = host.settings.head_limit_bytes,
               .target_bytes = host.settings.target_limit_bytes,
               .max_headers = host.settings.max_headers}) {}

Connection::~Connection() = default;

Connection* Connection::in_progress() { return g_in_progress; }

void Connection::start() {
  if (wants_tls_ && !socket_.tls()) {
    close();  // no memory for a session: closing is better than plain text
    return;
  }
  wait_at_most(host_.settings.handshake_timeout);
  if (over_the_cap_) {
    input_ = Input::Stopped;
    start_response(framing_error(503, "too many connections"));
  } else if (!socket_.tls()) {
    input_ = Input::Head;
    request_budget_ = kRequestBudget;
    wait_at_most(host_.settings.head_timeout);
  } else {
    await_turn(ConnectionHost::Turn::Next);
    return;
  }
  advance();
}

void Connection::on_ready(bool readable, bool writable, bool hangup) {
  if (closed()) {
    return;
  }
  if (hangup && !wants_input()) {
    close();  // both directions are closed: nobody can read an answer
    return;
  }
  may_read_ = may_read_ || readable || hangup;
  may_write_ = may_write_ || writable;
  if (readable) {
    tls_needs_read_ = false;
  }
  if (writable) {
    tls_needs_write_ = false;
  }
  if (input_ == Input::Handshake) {
    await_turn(ConnectionHost::Turn::Next);
    update_interest();
    return;
  }
  if (readable && input_ == Input::Head && !awaits_turn_) {
    request_budget_ = kRequestBudget;
  }
  advance();
}

// Asks the loop for a turn, and reads nothing until it comes.
void Connection::await_turn(ConnectionHost::Turn turn) {
  if (awaits_turn_) {
    return;
  }
  awaits_turn_ = true;
  host_.await_turn(turn, id_, has_address_ ? address_block_of(peer_address_) : std::nullopt);
}

void Connection::take_turn() {
  awaits_turn_ = false;
  if (closed()) {
    return;
  }
  request_budget_ = kRequestBudget;
  advance();
}

void Connection::resume(std::uint64_t request) {
  if (closed() || request != request_ || !paused_) {
    return;
  }
  paused_ = false;
  pace_.resume(host_.now);  // the client was not to blame for the pause
  deadline_ = pace_.deadline();
  advance();
}

void Connection::wake() {
  if (!closed()) {
    advance();
  }
}

void Connection::begin_drain() {
  if (closed()) {
    return;
  }
  if (input_ == Input::Handshake) {
    close();
    return;
  }
  if (input_ == Input::Linger) {
    deadline_ = std::min(deadline_, host_.now + kDrainLinger);
    return;
  }
  may_read_ = true;  // a request that has arrived is still served
  advance();
  if (!closed() && input_ == Input::Head && !head_begun_ && !busy()) {
    begin_linger();
    update_interest();
  }
}

void Connection::make_room() {
  const bool of_nobody = input_ == Input::Body && sink_ && !sink_->knows_caller();
  if (!closed() && (of_nobody || (!busy() && input_ != Input::Body))) {
    close();
  }
}

// A connection that does not count for an address is never asked to make room.
void Connection::report_idle() {
  if (has_address_) {
    host_.places.idle(id_);
  }
}

void Connection::report_busy() {
  if (has_address_) {
    host_.places.busy(id_);
  }
}

// Steps input and output until neither moves.
void Connection::advance() {
  if (advancing_) {
    again_ = true;
    return;
  }
  advancing_ = true;
  read_budget_bytes_ = kReadBudgetBytes;
  write_budget_bytes_ = kWriteBudgetBytes;
  {
    const ProgressScope scope(this);
    do {
      again_ = false;
      while (!closed() && step()) {
      }
    } while (again_ && !closed());
  }
  advancing_ = false;
  if (!closed()) {
    update_interest();
  }
}

bool Connection::step() {
  if (input_ == Input::Handshake) {
    return step_handshake();
  }
  return take_answer() || step_output() || step_input();
}

bool Connection::step_handshake() {
  const IoResult result = socket_.handshake();
  switch (result.status) {
    case Status::Ok:
      input_ = Input::Head;
      wait_at_most(host_.settings.head_timeout);
      return true;
    case Status::NoData:  // only reads return it
    case Status::NeedsRead:
      may_read_ = false;
      return false;
    case Status::NeedsWrite:
      tls_needs_write_ = true;
      return false;
    case Status::End:
    case Status::Failed:
      close();
      return false;
  }
  return false;
}

// The reactor is level-triggered, so nothing that arrives between two calls is lost. Interest in
// reading is given up lazily: most requests are answered before the next one arrives, and then cost
// no epoll_ctl().
void Connection::update_interest() {
  const bool wants_read = wants_input() || tls_needs_read_;
  const bool read = wants_read || (watches_read_ && !may_read_);
  const bool write = !output_.empty() || tls_needs_write_;
  if (watched_ && read == watches_read_ && write == watches_write_) {
    return;
  }
  if (!host_.watch(socket_.fd(), id_, !watched_, read, write)) {
    close();
    return;
  }
  watched_ = true;
  watches_read_ = read;
  watches_write_ = write;
}

void Connection::on_tick() {
  if (closed() || host_.now < deadline_) {
    return;
  }
  expire();
}

void Connection::expire() {
  if (!output_.empty() || pipe_) {
    abort();  // the client takes nothing, or the writer gives nothing
    return;
  }
  switch (input_) {
    case Input::Head:
      if (head_begun_) {
        refuse({408, "the header took too long"});
        advance();
        return;
      }
      begin_linger();
      update_interest();
      return;
    case Input::Body:
      refuse({408, "the body took too long"});
      advance();
      return;
    case Input::Handshake:
    case Input::Skip:
    case Input::Done:
    case Input::Stopped:
    case Input::Linger:
    case Input::Closed:
      close();
      return;
  }
}

// RFC 9112 section 9.6: closing at once with unread bytes would reset the
// connection, and the client could lose the answer.
void Connection::begin_linger() {
  if (peer_ended_) {
    close();
    return;
  }
  socket_.end_writing();
  input_ = Input::Linger;
  report_idle();
  rest_ = {};
  rest_used_ = 0;
  may_read_ = true;
  unread_budget_bytes_ = host_.settings.linger_limit_bytes;
  const auto limit = host_.settings.linger_timeout;
  wait_at_most(host_.draining ? std::min(limit, kDrainLinger) : limit);
}

// Releases everything that belongs to the current request.
void Connection::release_request() {
  if (!answered_) {
    answered_ = true;
    LoopCounters::add(host_.counters.requests_ended, 1);
  }
  ++request_;
  abort_sink();
  if (answer_ && answer_->stream) {
    answer_->stream->close_reader();
  }
  answer_.reset();
  if (pipe_) {
    pipe_->close_reader();
    pipe_.reset();
  }
  responding_ = false;
  output_.clear();
}

void Connection::close() {
  if (closed()) {
    return;
  }
  input_ = Input::Closed;
  release_request();
  socket_.close();
  host_.retire(id_);
}

// Resets the connection, so that the client can tell that something is missing.
void Connection::abort() {
  if (closed()) {
    return;
  }
  input_ = Input::Closed;
  release_request();
  socket_.reset();
  host_.retire(id_);
}

}  // namespace countersign::http
