#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/machine/threads/condition.h"
#include "core/machine/threads/mutex.h"
#include "core/machine/threads/worker_pool.h"
#include "core/stream/recorded_event.h"
#include "events/tlog/tree/merkle.h"

namespace countersign {

// A line of a log, hashed and decoded.
struct DecodedLine {
  std::string_view line;
  Digest leaf{};  // of the line's bytes
  // The event, which the taker may exchange for another one, whose memory is used again.
  RecordedEvent recorded{};
  std::optional<std::string> error{};  // why the line is no event; `recorded` is of no use then
};

// Hashes and decodes the lines of a log on several threads, and gives them back in their order, on
// the caller's thread. Holds some batches of lines for each thread.
//
// One thread calls put() and drain(), which call `take`. Failure: std::bad_alloc of a thread is
// thrown by the call that gives its lines back.
class DecodePipeline {
 public:
  // Gets each line once; valid during the call. False: no further line is wanted.
  using Take = std::function<bool(DecodedLine&)>;

  // `threads`: the caller's among them. REQUIRES: threads > 0.
  DecodePipeline(std::size_t threads, Take take);
  ~DecodePipeline();
  DecodePipeline(const DecodePipeline&) = delete;
  DecodePipeline& operator=(const DecodePipeline&) = delete;

  // Takes the next line, and gives earlier lines back. False if no further line is wanted.
  bool put(std::string_view line);
  // Gives the rest back.
  void drain();

 private:
  struct Batch {
    std::string bytes{};
    std::vector<std::size_t> ends{};   // of the lines in `bytes`
    std::vector<DecodedLine> lines{};  // as many as there were ever in this batch
    bool is_ready = false;             // guarded by mutex_ while a thread decodes it
    bool has_failed = false;
  };

  static void decode(Batch& batch);
  void hand_out();
  // Gives the oldest batch back.
  void give_back();

  const Take take_;
  std::vector<std::unique_ptr<Batch>> ring_;
  std::uint64_t filling_ = 0;  // batches that were handed out; the next one is being filled
  std::uint64_t given_ = 0;    // batches that were given back
  bool is_wanted_ = true;
  Mutex mutex_;
  Condition is_ready_;
  std::unique_ptr<WorkerPool> pool_;  // null: the caller decodes
};

}  // namespace countersign
