#pragma once
#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/inspection/confined/inspector_process.h"
#include "core/inspection/engine.h"
#include "core/machine/threads/fair_places.h"

namespace countersign::confined {

struct InspectorSettings {
  std::filesystem::path inspector;    // the program
  std::uint64_t max_pixels = 0;       // of one image
  std::uint64_t image_max_bytes = 0;  // of one file
  std::size_t workers = 1;            // that look at images at the same time
  FairPlaces::Shared shared = FairPlaces::Shared::ForAnybody;  // whether one client may take all
  std::chrono::milliseconds timeout{0};  // of a processor, that looking at one image may take
  std::vector<std::string> arguments{};  // of the program
  std::uint64_t engine_bytes = 0;        // that it may allocate for more than the pictures
};

// Something that an operator should hear of.
struct InspectorNews {
  enum class Kind : std::uint8_t {
    Crashed,      // a worker died of an image
    TimedOut,     // a worker was killed, since it took too much of a processor's time
    Garbled,      // a worker said what no worker says
    OutOfMemory,  // a worker had no memory left, of what any allowed picture needs
    Starved,      // a worker was killed, since the machine gave it too little time
    Killed,       // something else has killed a worker: the system, for want of memory
    Gone,         // the inspector has ended, or cannot be started
  };
  Kind kind = Kind::Gone;
  std::string why;  // never of what an image, or a worker, said
};

// How often each has happened since the start; for metrics.
struct InspectorCounters {
  std::atomic<std::uint64_t> crashes{0};
  std::atomic<std::uint64_t> timeouts{0};
  std::atomic<std::uint64_t> garbled{0};
  std::atomic<std::uint64_t> out_of_memory{0};
  std::atomic<std::uint64_t> starved{0};
  std::atomic<std::uint64_t> killed{0};
};

// The engine of an inspector's program, as the server uses it: each submission is judged by a
// confined process that was forked before it came, that has never seen another, and that is
// replaced afterwards. One image lies in memory for a worker at a time.
//
// A worker that crashes, takes more of a processor's time than the timeout for one image, needs too
// much memory or answers nonsense makes the evaluation one that is not accepted: *_UNREADABLE. Of
// faces, whose images were accepted before, it makes one that was not performed. It is not tried
// again. What may have other reasons than the images is no evaluation but Busy: a worker that was
// not given that much time by a busy machine, and one that was killed from outside (SIGKILL), as
// the system does that has no memory left. A worker's own lack of memory is the image's doing: its
// limit is its own, and leaves room for every picture that is allowed. Nothing that a worker sends
// is taken without being checked, but a worker that an image has taken over can still lie about the
// images of that one submission. Without an inspector the calls fail with NoInspector; each tries
// to start it.
//
// Thread-safe. A call waits while all workers are busy; clients take turns (fair_places.h).
class ConfinedEngine final : public Engine {
 public:
  // Starts the inspector and all workers: a system that does not let them be confined is
  // found here. REQUIRES: no threads; workers, timeout and sizes above zero.
  // `tell` is called on the threads that call the engine.
  static Result<std::unique_ptr<ConfinedEngine>, NotStarted> start(
      const InspectorSettings& settings, std::function<void(const InspectorNews&)> tell);
  ~ConfinedEngine() override;

  Capabilities capabilities() const override;
  Result<DocumentEvaluation, InspectionFailure> evaluate_document(
      const DocumentRequest& request) const override;
  Result<LivenessEvaluation, InspectionFailure> evaluate_liveness(
      const LivenessRequest& request) const override;
  Result<MatchEvaluation, InspectionFailure> match_faces(
      const MatchRequest& request) const override;

  // False: a build with sanitizers, whose workers are not confined.
  bool confines() const { return process_->greeting().confined; }
  bool inspector_running() const { return process_->running(); }
  std::uint64_t inspector_restarts() const { return process_->restarts(); }
  const InspectorCounters& counters() const { return counters_; }

 private:
  struct Seat;
  class Conversation;

  ConfinedEngine(const InspectorSettings& settings,
                 std::function<void(const InspectorNews&)> tell,
                 std::unique_ptr<InspectorProcess> process);

  std::optional<std::string> fill(Seat& seat) const;
  Seat& take(const ClientKey& client) const;
  void give_back(Seat& seat) const noexcept;
  template <class Found>
  Found by_us(Found found) const;  // with the engine's name
  void report(InspectorNews::Kind kind, std::string why) const;

  const InspectorSettings settings_;
  const std::function<void(const InspectorNews&)> tell_;
  mutable InspectorCounters counters_;
  const std::unique_ptr<InspectorProcess> process_;
  std::vector<std::unique_ptr<Seat>> seats_;
  mutable FairPlaces turns_;  // a place for each seat
  mutable std::mutex mutex_;
  mutable std::vector<Seat*> free_;  // guarded by mutex_
};

}  // namespace countersign::confined
