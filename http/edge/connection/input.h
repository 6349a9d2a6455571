#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "http/edge/connection/readiness.h"
#include "http/edge/edge_settings.h"
#include "http/edge/http1/request_framer.h"
#include "http/edge/loop_counters.h"
#include "http/edge/socket/socket.h"

namespace countersign::http {

// The client's bytes on their way from the socket to the framer. One thread.
//
// Invariants: unread bytes lie in the loop's buffer within one step of the connection, and in a
// string of their own between two steps; they are at most one read beside an unfinished head. One
// turn reads at most its budget, so that one busy client does not hold up the others of its loop.
class Input {
 public:
  Input(const EdgeSettings& settings, LoopCounters& counters);

  void begin_turn();
  bool spent() const { return turn_left_bytes_ == 0; }

  // Reads once, into `buffer` if nothing is unread.
  IoResult::Status read(Socket& socket, Readiness& ready, std::span<char> buffer);
  // Adds bytes behind the unread ones. They must stay valid until keep_unread().
  void add(std::string_view bytes);
  // Copies unread bytes out of the loop's buffer.
  void keep_unread();

  // True after the last read that the client's output allows.
  bool ended() const { return ended_; }
  // The memory that is held for unread bytes.
  std::size_t capacity_bytes() const { return kept_.capacity(); }
  bool has_unread() const { return !unread_.empty(); }
  // True if the framer can make a step without more bytes.
  bool can_step() const { return has_unread() && !starved_; }
  // REQUIRES: can_step().
  RequestFramer::Outcome read_head() { return took(framer_.read_head(unread_)); }
  RequestFramer::Outcome read_body() { return took(framer_.read_body(unread_)); }
  void begin_message();
  RequestFramer& framer() { return framer_; }

  // From now on at most `limit_bytes` are dropped unseen.
  void allow_dropping(std::size_t limit_bytes) { drop_left_bytes_ = limit_bytes; }
  // Counts a step of the framer whose bytes are dropped. Returns false if they are too many.
  bool drop(const RequestFramer::Outcome& step);
  // Drops all unread bytes, for a connection that lingers.
  void drop_unread();
  // Reads once and drops the bytes without decrypting. Returns End at the limit.
  IoResult::Status discard(Socket& socket, Readiness& ready);

 private:
  RequestFramer::Outcome took(const RequestFramer::Outcome& step);
  void spend(std::size_t bytes);

  LoopCounters& counters_;
  RequestFramer framer_;
  std::string kept_;
  std::string_view unread_;
  bool lent_ = false;     // `unread_` lies in the loop's buffer, not in `kept_`
  bool starved_ = false;  // the framer needs more bytes
  bool ended_ = false;
  std::size_t turn_left_bytes_ = 0;
  std::size_t drop_left_bytes_ = 0;
};

}  // namespace countersign::http
