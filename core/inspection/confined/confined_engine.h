#pragma once
#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/inspection/confined/inspector_process.h"
#include "core/inspection/engine.h"
#include "core/machine/threads/fair_permits.h"
#include "core/machine/threads/mutex.h"

namespace countersign::confined {

struct InspectorSettings {
  std::filesystem::path inspector;    // the program
  std::uint64_t max_pixels = 0;       // of one image
  std::uint64_t image_max_bytes = 0;  // of one file
  std::size_t workers = 1;            // that inspect images at the same time
  FairPermits::Shared shared = FairPermits::Shared::ForAnybody;  // whether one client may take all
  std::chrono::milliseconds timeout{0};  // of processor time, for inspecting one image
  std::vector<std::string> arguments{};  // of the program
  std::uint64_t engine_bytes = 0;        // that it may allocate in addition to the pictures
};

// Something that an operator should be informed of.
struct InspectorNotice {
  enum class Kind : std::uint8_t {
    Crashed,      // a worker died while it inspected an image
    TimedOut,     // a worker was killed because it used too much processor time
    Garbled,      // a worker sent an invalid message
    OutOfMemory,  // a worker ran out of memory, though its limit suffices for any allowed picture
    Starved,      // a worker was killed because the machine gave it too little processor time
    Killed,       // something else killed a worker: the system, for lack of memory
    Gone,         // the inspector has ended, or cannot be started
  };
  Kind kind = Kind::Gone;
  std::string why;  // never contains what an image or a worker said

  // Whether the machine caused the failure, so that nothing was judged.
  bool may_come_again() const { return kind == Kind::Starved || kind == Kind::Killed; }
};

// Counts of each kind since the start; for metrics.
struct InspectorCounters {
  std::atomic<std::uint64_t> crashes{0};
  std::atomic<std::uint64_t> timeouts{0};
  std::atomic<std::uint64_t> garbled{0};
  std::atomic<std::uint64_t> out_of_memory{0};
  std::atomic<std::uint64_t> starved{0};
  std::atomic<std::uint64_t> killed{0};
};

// The engine of an inspector program, as the server uses it. Each submission is judged by a
// confined process that was forked before the submission came, has never seen another one, and is
// replaced afterwards. Each worker has one image in memory at a time.
//
// The evaluation is not accepted (*_UNREADABLE) if the worker crashes, uses more processor time
// than the timeout for one image, needs too much memory or answers nonsense. A face match, whose
// images were accepted before, is then reported as not performed; a comparison of printed data, of
// images that were accepted before, then finds nothing. The evaluation is not tried again.
//
// A loss that may have other causes than the images gives Busy instead of an evaluation: a busy
// machine did not give the worker enough time, or the worker was killed from outside (SIGKILL), as
// the system does when it runs out of memory. A worker that runs out of its own memory does count
// against the images: its limit is its own, and leaves room for every allowed picture.
//
// Everything that a worker sends is checked, but a worker that an image has taken over can still
// lie about the images of that one submission. Without an inspector, calls fail with NoInspector;
// each call tries to start the inspector.
//
// Thread-safe. A call blocks while all workers are busy; clients take turns (fair_permits.h).
class ConfinedEngine final : public Engine {
 public:
  // Starts the inspector and all workers, which shows whether the system allows them to be
  // confined. `tell` is called on the threads that call the engine. REQUIRES: no other threads;
  // workers, timeout and sizes above zero.
  static Result<std::unique_ptr<ConfinedEngine>, NotStarted> start(
      const InspectorSettings& settings, std::function<void(const InspectorNotice&)> tell);
  ~ConfinedEngine() override;

  Capabilities capabilities() const override;
  Result<DocumentEvaluation, InspectionFailure> evaluate_document(
      const DocumentRequest& request) const override;
  Result<LivenessEvaluation, InspectionFailure> evaluate_liveness(
      const LivenessRequest& request) const override;
  Result<MatchEvaluation, InspectionFailure> match_faces(
      const MatchRequest& request) const override;
  // A recording whose worker is lost is reported as not judged, as a face match is.
  Result<PresentationEvaluation, InspectionFailure> judge_presentation(
      const PresentationRequest& request) const override;
  // A picture whose worker is lost is reported as one that did not decode.
  Result<FaceDescription, InspectionFailure> describe_face(
      const FaceRequest& request) const override;
  Result<DataEvaluation, InspectionFailure> compare_data(const DataRequest& request) const override;
  // A picture whose worker is lost, or did not draw it as jpeg_writer.h does, is not drawn.
  Result<std::optional<Rendering>, InspectionFailure> render(
      const RenderingRequest& request) const override;

  // False in a build with sanitizers, whose workers are not confined.
  bool confines() const { return process_->greeting().confined; }
  // False if the inspector runs with the precedence of the server.
  bool inspector_yields() const { return process_->yields(); }
  bool inspector_running() const { return process_->running(); }
  std::uint64_t inspector_restarts() const { return process_->restarts(); }
  const InspectorCounters& counters() const { return counters_; }

 private:
  struct PooledWorker;
  class Conversation;

  ConfinedEngine(const InspectorSettings& settings,
                 std::function<void(const InspectorNotice&)> tell,
                 std::unique_ptr<InspectorProcess> process);

  std::optional<std::string> fill(PooledWorker& pooled) const;
  PooledWorker& take(const ClientKey& client) const;
  void give_back(PooledWorker& pooled) const noexcept;
  // Calls with a conversation, and sets the engine's name in what it returns.
  template <class Found, class Call>
  Result<Found, InspectionFailure> converse(const ClientKey& client, const Call& call) const;
  void report(InspectorNotice::Kind kind, std::string why) const;

  const InspectorSettings settings_;
  const std::function<void(const InspectorNotice&)> tell_;
  mutable InspectorCounters counters_;
  const std::unique_ptr<InspectorProcess> process_;
  std::vector<std::unique_ptr<PooledWorker>> pooled_;  // constant after start()
  mutable FairPermits turns_;                          // one for each pooled worker
  mutable Mutex mutex_;
  // The capacity suffices for all workers, so give_back() cannot fail. A worker that was taken out
  // has one user.
  mutable std::vector<PooledWorker*> free_ GUARDED_BY(mutex_);
};

}  // namespace countersign::confined
