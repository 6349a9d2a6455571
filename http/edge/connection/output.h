#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "http/edge/body_pipe.h"
#include "http/edge/connection/readiness.h"
#include "http/edge/connection/window_pace.h"
#include "http/edge/loop_counters.h"
#include "http/edge/socket/output_queue.h"
#include "http/edge/socket/socket.h"

namespace countersign::http {

// The bytes of an answer on their way to the client: a queue, and the pipe that fills it. One
// thread.
//
// Invariants: the pipe is asked only while the queue is empty, so that the memory is the pipe's
// capacity and one chunk. One turn sends at most about its budget.
class Output {
 public:
  using Time = WindowPace::Time;
  enum class Pulled : std::uint8_t {
    Bytes,    // or the end of the body
    Nothing,  // yet
    Broken    // the body cannot be completed: its writer failed, or wrote too much or too little
  };

  explicit Output(LoopCounters& counters) : counters_(counters) {}

  void begin_turn();
  bool empty() const { return queue_.empty(); }
  bool has_pipe() const { return pipe_ != nullptr; }

  // Sends at once if nothing waits, and queues what the socket does not take. Returns false if the
  // socket failed.
  [[nodiscard]] bool send(Socket& socket, Readiness& ready, std::string_view bytes);
  void push(std::string bytes) { queue_.push(std::move(bytes)); }
  // Sends the queue. Returns NeedsWrite and no bytes if the socket can take none.
  IoResult flush(Socket& socket, Readiness& ready, Time now);
  // The time at which the client takes too little, unless more is sent before. REQUIRES: flush()
  // has sent bytes of this queue.
  Time deadline() const { return taken_.deadline(); }

  // From now on pull() reads `pipe`. `length`: of the whole body, if known. `wake` as of
  // BodyPipe::attach().
  void attach(std::shared_ptr<BodyPipe> pipe,
              std::optional<std::uint64_t> length,
              bool chunked,
              std::function<void()> wake);
  // Moves the writer's chunks into the queue. REQUIRES: has_pipe() and empty().
  Pulled pull();
  // Drops all that is not sent, and tells the writer.
  void drop();

 private:
  Pulled end_pipe(BodyPipe::State state);
  void note_taken(Time now, std::size_t bytes);

  LoopCounters& counters_;
  OutputQueue queue_;
  std::size_t turn_left_bytes_ = 0;
  bool full_ = false;  // the queue waits for the client
  WindowPace taken_;   // what the client takes meanwhile
  std::shared_ptr<BodyPipe> pipe_;
  std::optional<std::uint64_t> pipe_left_bytes_;
  bool chunked_ = false;
  bool first_chunk_ = true;
};

}  // namespace countersign::http
