#pragma once
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "http/edge/socket/io_result.h"

namespace countersign::http {

class Socket;

// The bytes that one connection still has to send, in order and without copying them together. One
// thread.
class OutputQueue {
 public:
  // Called with a chunk of a pipe once all of it has been sent.
  using Spent = std::function<void(std::size_t bytes, std::string chunk)>;

  bool empty() const { return first_ == segments_.size(); }
  void push(std::string bytes);
  void push_chunk(std::string chunk);
  // Sends what the socket takes, at most about `budget_bytes`.
  IoResult send(Socket& socket, std::size_t budget_bytes, const Spent& spent);
  void clear();

 private:
  struct Segment {
    std::string bytes;
    bool from_pipe = false;
  };
  void drop_sent(std::size_t bytes, const Spent& spent);

  std::vector<Segment> segments_;
  std::size_t first_ = 0;   // segments before it are sent
  std::size_t offset_ = 0;  // sent bytes of the first segment
};

}  // namespace countersign::http
