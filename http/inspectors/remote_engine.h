#pragma once
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "core/inspection/engine.h"
#include "core/machine/threads/fair_permits.h"
#include "core/machine/threads/stop.h"
#include "http/inspectors/inspector_dialer.h"
#include "http/inspectors/remote_host.h"

namespace countersign::http {

struct RemoteEngineSettings {
  std::vector<std::string> addresses;  // HOST:PORT of each inspector; REQUIRES: at least one
  // Submissions that are at inspectors at the same time. The caller has as many threads.
  std::size_t places_max = 32;
  // For each wait for an inspector within a submission; then another inspector is asked.
  std::chrono::milliseconds answer{20'000};
  // For a submission with all its tries, from the wait for a place on.
  std::chrono::milliseconds deadline{45'000};
  std::chrono::milliseconds look_every{5'000};  // between two looks at every inspector
  RemoteHost::Rules host{};

  // Sets `answer` and `deadline` by the processor time that a picture may take. A worker of this
  // machine may be silent for six times that (core/inspection/confined/conversation.h), since
  // nobody else would judge. A silent inspector may be a dead machine, and another one can judge:
  // so an inspector has a third of that, and a submission the time of two that are silent. A device
  // waits no longer.
  void wait_by(std::chrono::milliseconds inspection_timeout) {
    answer = 2 * inspection_timeout;
    deadline = 2 * answer + std::chrono::seconds(5);
  }
};

// An engine whose workers are on other machines. It gives the evaluations of `ours`: an inspector
// that has another engine, other thresholds or other limits does not judge.
//
// A submission that an inspector is lost with goes to another one, each once, within the deadline.
// The loss is never counted against the person: without an answer a call fails with Busy,
// so that the device may send the same again with nothing used up. With a fallback, its engine
// judges the submissions that no inspector can: when none is ready, all of them were lost, or those
// that were lost took all the time. Inspectors that are full and well are no reason for that.
//
// The pictures, the task and the thresholds leave this machine; the client does not, and decides
// only whose turn it is. Thread-safe. A call blocks until its deadline at most.
class RemoteEngine final : public Engine {
 public:
  using Tell = RemoteHost::Tell;

  // `fallback` may be null. All references must outlive the engine. `tell` is called on the threads
  // of the callers and of watch(). `now` is the clock of the circuit breakers.
  RemoteEngine(RemoteEngineSettings settings,
               const InspectorDialer& dialer,
               const Engine* fallback,
               Tell tell,
               SteadyNow now = steady_now);
  ~RemoteEngine() override;
  RemoteEngine(const RemoteEngine&) = delete;
  RemoteEngine& operator=(const RemoteEngine&) = delete;

  // Looks at every inspector, one after the other.
  void look();
  // Starts a thread for each inspector, which looks at once and then every `look_every`.
  void watch();
  // Ends the waits for a place: such a call, and every later one, fails with Stopping. A submission
  // that is at an inspector ends by itself.
  void stop();

  // Whether a submission can be judged now, here or elsewhere.
  bool can_judge() const;

  Capabilities capabilities() const override { return settings_.host.ours.capabilities; }
  Result<DocumentEvaluation, InspectionFailure> evaluate_document(
      const DocumentRequest& request) const override;
  Result<LivenessEvaluation, InspectionFailure> evaluate_liveness(
      const LivenessRequest& request) const override;
  Result<MatchEvaluation, InspectionFailure> match_faces(
      const MatchRequest& request) const override;
  Result<PresentationEvaluation, InspectionFailure> judge_presentation(
      const PresentationRequest& request) const override;
  Result<DataEvaluation, InspectionFailure> compare_data(const DataRequest& request) const override;
  Result<std::optional<Rendering>, InspectionFailure> render(
      const RenderingRequest& request) const override;

  // For metrics.
  const std::vector<std::unique_ptr<RemoteHost>>& hosts() const { return hosts_; }
  std::uint64_t retries() const { return retries_; }
  std::uint64_t fallbacks() const { return fallbacks_; }
  std::size_t waiting() const { return places_.waiting(); }

 private:
  // A place of an inspector, from which the tries of a submission take one after the other.
  class Place;
  using Tried = std::set<const RemoteHost*>;

  std::size_t places_ready() const;
  void fit_places() const;
  RemoteHost* freest_but(const Tried& tried) const;
  template <class Found, class Call, class Local>
  Result<Found, InspectionFailure> judge(const ClientKey& client,
                                         const Call& call,
                                         const Local& local) const;
  template <class Found, class Local>
  Result<Found, InspectionFailure> judge_here(const Local& local) const;

  const RemoteEngineSettings settings_;
  const Engine* const fallback_;
  Stop stop_;
  mutable FairPermits places_;
  mutable std::atomic<std::uint64_t> retries_{0};
  mutable std::atomic<std::uint64_t> fallbacks_{0};
  mutable Mutex fitting_;                           // held while the number of places is set
  std::vector<std::unique_ptr<RemoteHost>> hosts_;  // constant after construction
  std::vector<std::thread> watching_;
};

}  // namespace countersign::http
