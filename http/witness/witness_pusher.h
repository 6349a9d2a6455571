#pragma once
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "core/machine/threads/condition.h"
#include "core/machine/threads/mutex.h"
#include "core/random_source.h"
#include "events/checkpoints/checkpoint_keeper.h"
#include "http/metrics/prometheus_text.h"
#include "http/witness/witness_address.h"
#include "http/witness/witness_push.h"

namespace countersign::http {

// A change of a witness's state, for the operator. Reported when a state begins, not each time that
// it is found again; NotDurable is reported each time.
struct WitnessNotice {
  enum class Kind : std::uint8_t {
    Conflict,    // it has cosigned another history of this log
    Failing,     // it gave no cosignature, and is asked again after each delay
    Recovered,   // it cosigns again after one of these
    NotDurable,  // a cosignature is in use but could not be stored
  };
  Kind kind;
  std::string witness;
  std::string why;                 // "" for Recovered
  std::uint64_t witness_size = 0;  // of Conflict
  std::uint64_t our_size = 0;      // of Conflict
};

// Has every newly signed checkpoint cosigned. Each witness has its own thread, which asks it and
// gives its cosignature to the keeper. A witness that does not answer is asked again after
// push_delay() and does not delay the others. It then gets the newest checkpoint and skips those in
// between. After a start each witness is asked at once, so a log that was restored to an older
// state is found then.
//
// Threading: any thread, but only one stop() at a time. `tell` is called on a witness's thread.
// Ownership: owns its threads. `tiles`, `keeper` and `random` outlive it.
class WitnessPusher {
 public:
  struct State {
    tlog::VerifierKey key;
    std::uint64_t cosigned = 0;  // accepted cosignatures
    std::uint64_t failures = 0;  // conflicts included
    std::uint64_t failures_in_row = 0;
    bool in_conflict = false;
    std::uint64_t cosigned_size = 0;  // of the tree that it cosigned last, since the start
    std::uint64_t cosigned_at_s = 0;  // Unix time of that cosignature; 0 if there is none
  };
  using Tell = std::function<void(const WitnessNotice&)>;

  WitnessPusher(const TreeTiles& tiles,
                CheckpointKeeper& keeper,
                RandomSource& random,
                const std::vector<WitnessAddress>& witnesses,
                Tell tell);
  ~WitnessPusher();
  WitnessPusher(const WitnessPusher&) = delete;
  WitnessPusher& operator=(const WitnessPusher&) = delete;

  // Cancels the running requests and joins the threads. Running calls of cosigned() return, and
  // later calls do not wait. The destructor calls stop() too, but no call of cosigned() may be
  // running by then.
  void stop();

  // Returns the states in the order of the settings.
  std::vector<State> states() const;
  // Adds the families of the witnesses to the metrics.
  void write(PrometheusText& page) const;

  // Blocks until every witness that is not failing has cosigned the newest checkpoint, or until the
  // end of `patience`. Returns the newest checkpoint with the cosignatures that it has.
  SignedCheckpoint cosigned(std::chrono::milliseconds patience) const;

 private:
  struct Line {
    Line(const TreeTiles& tiles, const WitnessAddress& address, std::size_t the_index);

    const std::size_t index;  // of its state
    const std::string name;   // of the witness
    WitnessPush push;
    std::thread thread;
  };

  void run(Line& line);
  // These two return false once the pusher is stopping.
  bool wait_for_checkpoint(std::uint64_t& seen);
  bool wait_for_retry(const Line& line);
  bool push(Line& line);
  void took(Line& line, Cosigned cosigned, std::uint64_t size);
  void failed(Line& line, WitnessNotice notice);
  bool all_have(std::uint64_t size) const REQUIRES_LOCK(mutex_);

  CheckpointKeeper& keeper_;
  RandomSource& random_;
  const Tell tell_;

  mutable Mutex mutex_;
  mutable Condition changed_;
  bool stopping_ GUARDED_BY(mutex_) = false;
  std::uint64_t checkpoints_seen_ GUARDED_BY(mutex_) = 1;  // counts checkpoints
  std::vector<State> states_ GUARDED_BY(mutex_);
  std::vector<std::unique_ptr<Line>> lines_;  // constant after construction
};

}  // namespace countersign::http
