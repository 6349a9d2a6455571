#include "core/inspection/confined/confined_engine.h"

#include <fmt/format.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>

#include <cerrno>
#include <new>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include "core/check.h"
#include "core/inspection/confined/conversation.h"
#include "core/inspection/confined/engine_calls.h"
#include "core/inspection/match_levels.h"

namespace countersign::confined {
namespace {

// Long enough: to be ready, a worker only has to confine itself.
constexpr std::chrono::seconds kStartLimit{20};
constexpr std::string_view kAllowSeccomp =
    "(SIGSYS): allow the call seccomp, in a unit of systemd with SystemCallFilter=seccomp";

// The maximum of threads that wait for a worker: they come from pools that have limits.
constexpr std::size_t kThreadsMax = 1 << 20;

using Kind = InspectorNotice::Kind;

}  // namespace

Result<std::unique_ptr<ConfinedEngine>, NotStarted> ConfinedEngine::start(
    const InspectorSettings& settings, std::function<void(const InspectorNotice&)> tell) {
  check(settings.workers > 0 && settings.image_max_bytes > 0 && settings.max_pixels > 0 &&
            settings.timeout.count() > 0,
        "an inspector's workers, image limits and timeout are above 0");
  auto process = InspectorProcess::start({settings.inspector, settings.arguments},
                                         {.max_pixels = settings.max_pixels,
                                          .image_max_bytes = settings.image_max_bytes,
                                          .engine_bytes = settings.engine_bytes});
  if (!process) return process.error();
  std::unique_ptr<ConfinedEngine> engine(
      new ConfinedEngine(settings, std::move(tell), std::move(*process)));
  const MutexLock lock(engine->mutex_);
  for (std::size_t i = 0; i < settings.workers; ++i) {
    auto image = ImageBuffer::create(settings.image_max_bytes);
    if (!image) {
      return NotStarted{fmt::format("no memory for the image buffers of {} workers: {}",
                                    settings.workers,
                                    ::strerrordesc_np(errno))};
    }
    engine->pooled_.push_back(std::make_unique<PooledWorker>(std::move(*image)));
    if (auto why = engine->fill(*engine->pooled_.back())) return NotStarted{std::move(*why)};
    engine->free_.push_back(engine->pooled_.back().get());
  }
  return engine;
}

ConfinedEngine::ConfinedEngine(const InspectorSettings& settings,
                               std::function<void(const InspectorNotice&)> tell,
                               std::unique_ptr<InspectorProcess> process)
    : settings_(settings),
      tell_(std::move(tell)),
      process_(std::move(process)),
      turns_(settings.workers, {.each_client = kThreadsMax, .all = kThreadsMax}, settings.shared) {}

ConfinedEngine::~ConfinedEngine() = default;

// Ensures that the pooled worker is ready; returns a sentence if that fails. The second attempt is
// for a worker that died with its inspector, which has been restarted since.
std::optional<std::string> ConfinedEngine::fill(PooledWorker& pooled) const {
  std::string why;
  for (int attempt = 0; attempt < 2; ++attempt) {
    if (!pooled.worker) {
      auto started = process_->start_worker(pooled.image.descriptor());
      if (!started) return started.error();
      pooled.worker = std::move(*started);
      pooled.ready = false;
    }
    why = "a worker of the inspector does not start";
    if (!pooled.ready) {
      const Received received = receive_packet(pooled.worker->channel.get(), kStartLimit);
      const auto message =
          received.packet ? decode<FromWorker>(received.packet->bytes) : std::nullopt;
      pooled.ready = message && std::holds_alternative<Ready>(*message);
      const auto* unfit = message ? std::get_if<Unfit>(&*message) : nullptr;
      if (unfit != nullptr) why = "a worker of the inspector cannot be confined: " + unfit->why;
    }
    if (pooled.ready && is_open(pooled.worker->channel.get())) return std::nullopt;
    const auto status = process_->end_worker(*pooled.worker);
    if (status && WIFSIGNALED(*status) && WTERMSIG(*status) == SIGSYS) {
      why = "a worker of the inspector was killed by a system call filter around the server " +
            std::string(kAllowSeccomp);
    }
    pooled.worker.reset();
  }
  return why;
}

ConfinedEngine::PooledWorker& ConfinedEngine::take(const ClientKey& client) const {
  ClientKey owner = client;  // copied first, because it may throw bad_alloc
  check(turns_.take(client, std::nullopt),
        "a client that waits for a worker without a time limit gets a worker");
  const MutexLock lock(mutex_);
  check(!free_.empty(), "a client that got a turn finds a free worker");
  PooledWorker* const pooled = free_.back();
  free_.pop_back();
  pooled->client = std::move(owner);
  return *pooled;
}

// Requests the next worker at once, so that it is ready for the next submission. A failure is
// noticed by the next call that takes the worker.
void ConfinedEngine::give_back(PooledWorker& pooled) const noexcept {
  pooled.image.clear();
  try {
    if (pooled.worker) process_->retire_worker(*pooled.worker);
    pooled.worker.reset();
    pooled.ready = false;
    if (auto next = process_->start_worker(pooled.image.descriptor()))
      pooled.worker = std::move(*next);
  } catch (const std::bad_alloc&) {
    pooled.worker.reset();
  }
  const ClientKey client = std::exchange(pooled.client, {});
  {
    const MutexLock lock(mutex_);
    free_.push_back(&pooled);
  }
  turns_.give_back(client);
}

void ConfinedEngine::report(Kind kind, std::string why) const {
  switch (kind) {
    case Kind::Crashed:
      ++counters_.crashes;
      break;
    case Kind::TimedOut:
      ++counters_.timeouts;
      break;
    case Kind::Garbled:
      ++counters_.garbled;
      break;
    case Kind::OutOfMemory:
      ++counters_.out_of_memory;
      break;
    case Kind::Starved:
      ++counters_.starved;
      break;
    case Kind::Killed:
      ++counters_.killed;
      break;
    case Kind::Gone:
      break;
  }
  tell_({kind, std::move(why)});
}

Capabilities ConfinedEngine::capabilities() const { return process_->greeting().capabilities; }

template <class Found, class Call>
Result<Found, InspectionFailure> ConfinedEngine::converse(const ClientKey& client,
                                                          const Call& call) const {
  Conversation conversation(*this, client);
  if (!conversation.ready()) return InspectionFailure::NoInspector;
  Result<Found, InspectionFailure> found = call(conversation);
  if constexpr (std::is_base_of_v<Evaluation, Found>) {
    if (found) found->engine = process_->greeting().capabilities.engine;
  }
  return found;
}

Result<DocumentEvaluation, InspectionFailure> ConfinedEngine::evaluate_document(
    const DocumentRequest& request) const {
  return converse<DocumentEvaluation>(request.client, [&](Conversation& conversation) {
    return evaluate_document_by(conversation, request);
  });
}

Result<LivenessEvaluation, InspectionFailure> ConfinedEngine::evaluate_liveness(
    const LivenessRequest& request) const {
  return converse<LivenessEvaluation>(request.client, [&](Conversation& conversation) {
    return evaluate_liveness_by(conversation, request);
  });
}

Result<MatchEvaluation, InspectionFailure> ConfinedEngine::match_faces(
    const MatchRequest& request) const {
  if (!capabilities().face_match) {
    MatchEvaluation none = not_compared({Check::FaceMatch});
    none.engine = capabilities().engine;
    return none;
  }
  return converse<MatchEvaluation>(request.client, [&](Conversation& conversation) {
    return match_faces_by(conversation, request);
  });
}

Result<PresentationEvaluation, InspectionFailure> ConfinedEngine::judge_presentation(
    const PresentationRequest& request) const {
  return converse<PresentationEvaluation>(request.client, [&](Conversation& conversation) {
    return judge_presentation_by(conversation, request);
  });
}

Result<FaceDescription, InspectionFailure> ConfinedEngine::describe_face(
    const FaceRequest& request) const {
  return converse<FaceDescription>(request.client, [&](Conversation& conversation) {
    return describe_face_by(conversation, request);
  });
}

Result<DataEvaluation, InspectionFailure> ConfinedEngine::compare_data(
    const DataRequest& request) const {
  if (!capabilities().reads_print) {
    DataEvaluation none;
    none.engine = capabilities().engine;
    return none;
  }
  return converse<DataEvaluation>(request.client, [&](Conversation& conversation) {
    return compare_data_by(conversation, request);
  });
}

Result<std::optional<Rendering>, InspectionFailure> ConfinedEngine::render(
    const RenderingRequest& request) const {
  return converse<std::optional<Rendering>>(
      request.client, [&](Conversation& conversation) { return render_by(conversation, request); });
}

}  // namespace countersign::confined
