#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "http/edge/connection/connection_host.h"
#include "http/edge/connection/input.h"
#include "http/edge/connection/output.h"
#include "http/edge/connection/reader_wait.h"
#include "http/edge/connection/readiness.h"
#include "http/edge/connection/request.h"
#include "http/edge/connection/turn.h"

namespace countersign::http {

// One client's connection, from the accepted socket to its close.
//
// Composes five parts: Readiness and Turn decide and are pure, Input and Output move bytes, Request
// is the request in work. One request is in work at a time; requests that are pipelined behind it
// wait in the socket or in the unread bytes of the last read. Every entry point ends in advance(),
// which steps output and input until neither moves, then tells the reactor what to wait for.
//
// Threading: everything runs on its loop's thread. Ownership: the loop owns it; others hold weak
// pointers that only the loop's thread locks.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(ConnectionHost& host, Accepted accepted);
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
  // whose sender is not known does not count as a request, nor does an answer that waits for its
  // reader or that is delayed.
  void make_room();
  void close();

  bool closed() const { return turn_.closed(); }
  // True while a request or its answer is under way.
  bool busy() const { return turn_.busy(); }

 private:
  using Phase = Turn::Phase;
  using Answer = Turn::Answer;

  // connection.cc: what happens next, and the end
  void advance();
  bool step();
  bool step_handshake();
  bool step_output();
  bool step_input();
  bool read_socket();
  bool discard_socket();
  void parse();
  void on_end_of_input();
  void get_in_line(ConnectionHost::Turn turn);
  std::optional<AddressBlock> address() const;
  void update_interest();
  void begin_linger();
  void wait_for_end();
  void abort();
  void release();
  void wait(std::chrono::milliseconds limit) { turn_.wait(host_.now, limit); }
  void report_idle();
  void report_busy();
  void report_reader(ReaderWait::Report report);

  // connection_exchange.cc: from a head to the end of its answer
  template <class Call>
  void call_application(const Call& call);
  void on_head(const RequestFramer::Outcome& step);
  void begin_request();
  void begin_body(bool small);
  void on_body(const RequestFramer::Outcome& step);
  void give_to_sink(const RequestFramer::Outcome& step, bool last);
  void end_body();
  void complete_request();
  void stop_after_answer();
  void refuse(const Refusal& refusal);
  void end_wait_for_answer(Answer next);
  void delay_answer();
  Response framing_error(int status, std::string_view why);
  Response sendable(Response response);
  void start_response(Response given);
  void send_head_and_body(Response& response, const BodyFraming& framing);
  void send(std::string_view bytes);
  void finish_response();
  void next_request();

  ConnectionHost& host_;
  Socket socket_;
  const Accepted accepted_;  // without its descriptor
  Readiness ready_;
  Turn turn_;
  Input input_;
  Output output_;
  ReaderWait reader_;
  bool reader_took_ = false;  // bytes, in this turn
  // The state of a lingering connection: its end, and whether it holds one of the loop's places.
  Turn::Time linger_until_{};
  bool has_linger_place_ = false;
  Request request_;
};

}  // namespace countersign::http
