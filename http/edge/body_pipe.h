#pragma once
#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/machine/threads/condition.h"
#include "core/machine/threads/mutex.h"

namespace countersign::http {

// A bounded pipe for the body of a response: one worker thread writes, and the connection's loop
// reads as fast as the client takes the bytes.
//
// Memory: the pipe holds at most its capacity plus one chunk. The writer blocks while the pipe is
// full. The reader never blocks and does not poll: it is woken.
//
// Ownership: shared by the writer and by the Response that carries the pipe. The writer ends the
// pipe with finish() or fail(). If the last writer only drops its pointer, the edge gives the pipe
// up after EdgeSettings::stream_idle.
class BodyPipe {
 public:
  static constexpr std::size_t kDefaultCapacityBytes = 256 * 1024;
  static constexpr std::chrono::milliseconds kDefaultStallLimit{30'000};

  // `stall_limit`: how long a write may wait while the client takes no byte.
  explicit BodyPipe(std::size_t capacity_bytes = kDefaultCapacityBytes,
                    std::chrono::milliseconds stall_limit = kDefaultStallLimit);
  BodyPipe(const BodyPipe&) = delete;
  BodyPipe& operator=(const BodyPipe&) = delete;

  // ---- The writer's side: one thread, which is not one of the edge's loops.

  // Appends a copy. Blocks while the pipe is full. Returns false if the client is gone or took
  // nothing for the stall limit: the writer must stop.
  [[nodiscard]] bool write(std::string_view bytes);

  // The same without a copy. The cheapest way is take_buffer(), filling the buffer, write_chunk().
  [[nodiscard]] bool write_chunk(std::string chunk);

  // Returns an empty string, with the capacity of a sent chunk if there is one.
  std::string take_buffer();

  // Ends a complete body. Nothing may be written after it.
  void finish();

  // Ends a body that cannot be completed. The connection is aborted without a proper end, so that
  // the client can tell.
  void fail();

  // True if the reader is gone.
  bool reader_gone() const;

  // ---- The reader's side: the edge (or a test in its place).

  enum class State { Open, Finished, Failed };
  struct Taken {
    std::vector<std::string> chunks;
    State state = State::Open;  // Finished: `chunks` are the last ones
  };

  // Called once. The pipe calls `wake` on the writer's thread, without a lock held, when there is
  // something new after a take() that found nothing.
  void attach(std::function<void()> wake);
  // Returns all waiting chunks, in order.
  Taken take();
  // Returns sent bytes: `bytes` of room for the writer, and the spent chunk for reuse.
  void give_back(std::size_t bytes, std::string spent);
  // From now on every write returns false.
  void close_reader();

 private:
  // Returns whether somebody reads and the writer has to wait.
  bool is_full() const REQUIRES_LOCK(mutex_) {
    return !reader_gone_ && used_bytes_ >= capacity_bytes_;
  }
  bool wait_for_room() REQUIRES_LOCK(mutex_);
  // Not checked by clang: wake_ is set before the reader can wait, and never changed.
  void wake_reader() UNCHECKED_LOCKS { wake_(); }
  void end(State state);

  const std::size_t capacity_bytes_;
  const std::chrono::milliseconds stall_limit_;

  mutable Mutex mutex_;
  Condition room_;
  std::vector<std::string> chunks_ GUARDED_BY(mutex_);
  std::vector<std::string> spent_ GUARDED_BY(mutex_);
  std::size_t used_bytes_ GUARDED_BY(mutex_) = 0;        // written and not yet given back
  std::size_t given_back_bytes_ GUARDED_BY(mutex_) = 0;  // total, to detect progress
  std::function<void()> wake_ GUARDED_BY(mutex_);
  bool reader_waits_ GUARDED_BY(mutex_) = false;
  bool writer_waits_ GUARDED_BY(mutex_) = false;
  bool reader_gone_ GUARDED_BY(mutex_) = false;
  State state_ GUARDED_BY(mutex_) = State::Open;
};

}  // namespace countersign::http
