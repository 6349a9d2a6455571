#pragma once
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace countersign::http {

// A bounded pipe for the body of a response: one worker thread writes, the
// connection's loop reads as fast as the client takes it.
//
// Memory: at most the capacity plus one chunk wait in it. The writer blocks
// while it is full; the reader never blocks and is woken, it does not poll.
//
// Ownership: shared by the writer and by the Response that carries it. The
// writer ends it with finish() or fail(); a pipe whose last writer just lets go
// is given up by the edge after EdgeSettings::stream_idle.
class BodyPipe {
 public:
  static constexpr std::size_t kDefaultCapacityBytes = 256 * 1024;
  static constexpr std::chrono::milliseconds kDefaultStallLimit{30'000};

  // `stall_limit`: how long a write may wait without the client taking a byte.
  explicit BodyPipe(std::size_t capacity_bytes = kDefaultCapacityBytes,
                    std::chrono::milliseconds stall_limit = kDefaultStallLimit);
  BodyPipe(const BodyPipe&) = delete;
  BodyPipe& operator=(const BodyPipe&) = delete;

  // ---- The writer's side: one thread, and not one of the edge's loops.

  // Appends a copy. False: the client is gone or took nothing for the limit;
  // stop working. Blocks while the pipe is full.
  [[nodiscard]] bool write(std::string_view bytes);

  // The same without a copy. The cheapest way: take_buffer(), fill, write_chunk.
  [[nodiscard]] bool write_chunk(std::string chunk);

  // An empty string, with the capacity of a chunk that was sent if there is one.
  std::string take_buffer();

  // The body is complete. Nothing may be written after it.
  void finish();

  // The body cannot be completed: the connection is aborted without a proper
  // end, so that the client can tell.
  void fail();

  // Nobody reads any more.
  bool reader_gone() const;

  // ---- The reader's side: the edge (or a test in its place).

  enum class State { Open, Finished, Failed };
  struct Taken {
    std::vector<std::string> chunks;
    State state = State::Open;  // Finished: `chunks` are the last ones
  };

  // Once. `wake` is called on the writer's thread, without a lock held, when
  // there is something new after a take() that found nothing.
  void attach(std::function<void()> wake);
  // Everything that waits, in order.
  Taken take();
  // Hands sent bytes back: `bytes` of room for the writer, and the spent chunk.
  void give_back(std::size_t bytes, std::string spent);
  // From now on every write returns false.
  void close_reader();

 private:
  bool wait_for_room(std::unique_lock<std::mutex>& lock);
  void unlock_and_wake(std::unique_lock<std::mutex>& lock);
  void end(State state);

  const std::size_t capacity_bytes_;
  const std::chrono::milliseconds stall_limit_;

  mutable std::mutex mutex_;
  std::condition_variable room_;
  std::vector<std::string> chunks_;
  std::vector<std::string> spent_;
  std::size_t used_bytes_ = 0;        // written and not yet given back
  std::size_t given_back_bytes_ = 0;  // total, to see progress
  std::function<void()> wake_;
  bool reader_waits_ = false;
  bool writer_waits_ = false;
  bool reader_gone_ = false;
  State state_ = State::Open;
};

}  // namespace countersign::http
