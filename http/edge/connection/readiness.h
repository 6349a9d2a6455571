#pragma once
#include <optional>

#include "http/edge/socket/io_result.h"

namespace countersign::http {

// The operations that a connection's socket can do now, and those that the reactor has to report
// about it. Pure. One thread.
//
// Invariants: only an attempt that would block, or a short read, says that the socket cannot do
// something; only the reactor's report takes that back. TLS may have to write before it can read,
// and to read before it can write.
class Readiness {
 public:
  struct Interest {
    bool read = false;
    bool write = false;

    friend bool operator==(const Interest&, const Interest&) = default;
  };

  // The reactor's report. A hang-up can be read, as an end or as an error.
  void report(bool readable, bool writable, bool hangup);
  // Bytes may have arrived that the reactor has not reported.
  void expect_bytes() { may_read_ = true; }
  // A short read: the reactor reports what has arrived since.
  void drained() { may_read_ = false; }
  // The outcome of a read or of a step of a handshake.
  void after_read(IoResult::Status status);
  void after_write(IoResult::Status status);

  // True if the socket may hold bytes.
  bool may_read() const { return may_read_; }
  bool can_read() const { return may_read_ && !read_needs_write_; }
  bool can_write() const { return may_write_ && !write_needs_read_; }

  // Returns what the reactor has to report from now on, or nothing if it does so already.
  //
  // The reactor is level-triggered, so nothing that arrives between two calls is lost. Interest in
  // reading is given up lazily: most requests are answered before the next one arrives, and then
  // cost no epoll_ctl().
  std::optional<Interest> change(bool wants_input, bool has_output) const;
  void registered(Interest interest) { interest_ = interest; }
  bool is_registered() const { return interest_.has_value(); }

 private:
  bool may_read_ = true;
  bool may_write_ = true;
  bool read_needs_write_ = false;
  bool write_needs_read_ = false;
  std::optional<Interest> interest_;  // what the reactor reports
};

}  // namespace countersign::http
