#pragma once
#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/inspection/engines/sandbox_engine.h"
#include "core/inspection/remote/served_connection.h"
#include "core/machine/threads/mutex.h"
#include "http/inspectors/inspector_dialer.h"
#include "tests/core/inspection/remote/memory_stream.h"

namespace countersign::http::test {

// An engine that a test can hold up and make fail; it accepts every document.
class HeldEngine final : public Engine {
 public:
  Capabilities capabilities() const override { return sandbox_.capabilities(); }
  Result<DocumentEvaluation, InspectionFailure> evaluate_document(
      const DocumentRequest& request) const override {
    ++asked;
    client = request.client.value();
    while (held) std::this_thread::yield();
    if (busy) return InspectionFailure::Busy;
    if (broken) return InspectionFailure::NoInspector;
    DocumentEvaluation found;
    found.image = ImageFacts{.format = ImageFormat::Jpeg, .width = 8, .height = 8, .pixels = {}};
    return found;
  }
  Result<LivenessEvaluation, InspectionFailure> evaluate_liveness(
      const LivenessRequest& request) const override {
    LivenessEvaluation found;
    for (std::size_t i = 0; i < request.frame_count; ++i) {
      if (!request.load(i)) return InspectionFailure::ImageNotLoaded;
      found.frames.push_back(
          ImageFacts{.format = ImageFormat::Jpeg, .width = 8, .height = 8, .pixels = {}});
    }
    return found;
  }
  Result<MatchEvaluation, InspectionFailure> match_faces(const MatchRequest&) const override {
    return InspectionFailure::NoInspector;
  }

  mutable std::atomic<int> asked{0};
  mutable std::string client{};
  std::atomic<bool> held{false};
  std::atomic<bool> busy{false};
  std::atomic<bool> broken{false};

 private:
  const SandboxEngine sandbox_{SandboxScript{}};
};

inline remote::Welcome welcome_of_tests(const Engine& engine, std::uint32_t places) {
  remote::Welcome welcome = remote::welcome_of(engine.capabilities(), true);
  welcome.max_pixels = 1'000'000;
  welcome.image_max_bytes = 1 << 20;
  welcome.places = places;
  return welcome;
}

// Inspectors within this process, by their addresses. Each connection is served by a thread, or by
// a conduct that a test gives.
class ScriptedInspectors final : public InspectorDialer {
 public:
  using Conduct = std::function<void(ByteStream& stream)>;

  ~ScriptedInspectors() override {
    for (std::thread& thread : threads_) thread.join();
  }

  // Serves with the engine. REQUIRES: the engine outlives this object.
  void serve(const std::string& address, const Engine& engine, remote::Welcome welcome) {
    conduct(address, [&engine, welcome](ByteStream& stream) {
      const remote::ServedEngine served{.engine = engine, .welcome = welcome};
      (void)remote::serve_connection(
          stream, served, ClientKey("this server"), [] { return false; });
    });
  }
  void conduct(const std::string& address, Conduct how) {
    const MutexLock lock(mutex_);
    conducts_[address] = std::move(how);
  }
  void kill(const std::string& address) {
    const MutexLock lock(mutex_);
    conducts_.erase(address);
  }
  void forbid() { allowed_ = false; }
  int dialled() const { return dialled_; }

  Result<DialedInspector, std::string> dial(const std::string& address, SteadyTime) const override {
    const MutexLock lock(mutex_);
    ++dialled_;
    const auto found = conducts_.find(address);
    if (found == conducts_.end()) return std::string("Connection refused");
    auto [ours, theirs] = countersign::test::connected_streams();
    threads_.emplace_back([how = found->second, stream = std::move(theirs)] { how(*stream); });
    return DialedInspector{std::move(ours), KnownInspector{"east-1", Sha256()}};
  }
  bool may_judge(const KnownInspector&) const override { return allowed_; }

 private:
  mutable Mutex mutex_;
  std::map<std::string, Conduct> conducts_ GUARDED_BY(mutex_);
  mutable std::vector<std::thread> threads_ GUARDED_BY(mutex_);
  mutable std::atomic<int> dialled_{0};
  std::atomic<bool> allowed_{true};
};

}  // namespace countersign::http::test
