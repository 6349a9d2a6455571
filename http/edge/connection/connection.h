#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "http/edge/body_pipe.h"
#include "http/edge/connection/body_pace.h"
#include "http/edge/connection/connection_host.h"
#include "http/edge/http1/request_framer.h"
#include "http/edge/http1/response_head.h"
#include "http/edge/socket/output_queue.h"
#include "http/edge/socket/socket.h"

namespace countersign::http {

// One client's connection, from the accepted socket to its close.
//
// Input and output are two small state machines over one buffer each. One request is in flight at a
// time; requests pipelined behind it wait in the socket or in the (bounded) rest of the last read.
// Every entry point ends in advance(), which steps both machines until neither moves, then tells
// the reactor what to wait for.
//
// Threading: everything runs on its loop's thread. Ownership: the loop owns it; others hold weak
// pointers that only the loop's thread locks.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(ConnectionHost& host, std::uint64_t id, Accepted accepted);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  // The connection whose step is running on this thread, or null.
  static Connection* in_progress();

  void start();
  void on_ready(bool readable, bool writable, bool hangup);
  void take_turn();
  void on_tick();
  // Without a response, answers with one of the edge's own for `otherwise`.
  void answer(std::uint64_t request,
              std::optional<Response> response,
              Exchange::Failure otherwise = Exchange::Failure::Bug);
  void resume(std::uint64_t request);
  void wake();
  void begin_drain();
  // Closes the connection, whose place was given to another, unless a request is in flight. A body
  // whose sender is not known does not count as a request.
  void make_room();
  void close();

  bool closed() const { return input_ == Input::Closed; }
  // True while a request or its answer is under way.
  bool busy() const { return !answered_ || responding_; }

 private:
  enum class Input {
    Handshake,
    Head,     // waits for, or gathers, the head of the next request
    Body,     // passes the body to the sink
    Skip,     // skips a small body that nobody wants
    Done,     // the request is complete; its answer is awaited or under way
    Stopped,  // the rest of the body is not wanted; closes after the answer
    Linger,   // all is sent; what the client still sends is dropped until it ends
    Closed
  };

  // connection.cc: entry points, deadlines, the end
  void advance();
  bool step();
  void await_turn(ConnectionHost::Turn turn);
  bool step_handshake();
  void update_interest();
  void expire();
  void begin_linger();
  void abort();
  void release_request();
  void wait_at_most(std::chrono::milliseconds limit) { deadline_ = host_.now + limit; }
  void report_idle();
  void report_busy();
  void wait_for_ever() { deadline_ = LoopClock::time_point::max(); }

  // connection_input.cc: from bytes to requests and bodies
  bool wants_input() const;
  bool step_input();
  bool ends_turn();
  void spend(std::size_t bytes);
  bool read_socket();
  bool discard_socket();
  void on_end_of_input();
  std::size_t consume(std::string_view bytes);
  std::size_t consume_head(std::string_view bytes);
  std::size_t consume_body(std::string_view bytes);
  void begin_request();
  void begin_body(bool small);
  void give_to_sink(const RequestFramer::Outcome& outcome, bool last);
  void end_body();
  void stop_after_answer();
  void abort_sink();
  void refuse(const Refusal& refusal);
  void fail_request();
  void next_request();

  // connection_output.cc: from answers to bytes
  bool take_answer();
  void start_response(Response response);
  BodyFraming frame_body(const Response& response) const;
  void send_head_and_body(Response& response, const BodyFraming& framing, bool keep);
  void send_now(std::string_view bytes);
  bool step_output();
  bool send_queue();
  void note_taken(std::size_t bytes);
  bool pull_pipe();
  bool end_pipe(BodyPipe::State state);
  void finish_response();
  Response framing_error(int status, std::string_view why);

  ConnectionHost& host_;
  const std::uint64_t id_;
  const std::string peer_address_;
  const bool admin_;
  const std::optional<std::uint32_t> peer_uid_;
  const bool over_the_cap_;
  const bool has_address_;
  const bool wants_tls_;
  Socket socket_;
  RequestFramer framer_;

  Input input_ = Input::Handshake;
  bool awaits_turn_ = false;
  std::string rest_;           // read but not consumed
  std::size_t rest_used_ = 0;  // consumed bytes at the start of `rest_`
  bool starved_ = true;        // `rest_` cannot be parsed until more bytes arrive
  bool head_begun_ = false;
  bool paused_ = false;
  bool peer_ended_ = false;
  std::size_t unread_budget_bytes_ = 0;  // for Skip and Linger
  BodyPace pace_;
  std::shared_ptr<BodySink> sink_;

  std::uint64_t request_ = 0;  // the number of the request in flight
  bool answered_ = true;       // true also if no request is in flight
  bool keep_alive_ = false;
  bool is_head_ = false;
  int minor_version_ = 1;
  std::optional<Response> answer_;

  OutputQueue output_;
  bool full_ = false;  // output waits for the client
  WindowPace taken_;   // what the client takes meanwhile
  bool responding_ = false;
  bool close_after_ = false;
  bool chunked_ = false;
  bool first_chunk_ = true;
  std::shared_ptr<BodyPipe> pipe_;
  std::optional<std::uint64_t> pipe_left_bytes_;

  LoopClock::time_point deadline_ = LoopClock::time_point::max();
  bool may_read_ = true;
  bool may_write_ = true;
  std::size_t read_budget_bytes_ = 0;
  std::size_t write_budget_bytes_ = 0;
  int request_budget_ = 0;
  bool tls_needs_read_ = false;   // before it can go on writing
  bool tls_needs_write_ = false;  // before it can go on reading or shaking hands
  bool watched_ = false;
  bool watches_read_ = false;
  bool watches_write_ = false;
  bool advancing_ = false;
  bool again_ = false;
};

}  // namespace countersign::http
