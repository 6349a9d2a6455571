#include "core/inspection/confined/confined_engine.h"

#include <fmt/format.h>
#include <string.h>

#include <cerrno>
#include <new>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>

#include "core/check.h"
#include "core/checks/checks.h"
#include "core/inspection/confined/conversation.h"
#include "core/inspection/decode/image_format.h"
#include "core/inspection/judgement.h"
#include "core/inspection/match_levels.h"
#include "core/inspection/render/rendered_jpeg.h"
#include "core/inspection/thresholds/threshold_table.h"

namespace countersign::confined {
namespace {

// Long enough: to be ready, a worker only has to confine itself.
constexpr std::chrono::seconds kStartLimit{20};
constexpr std::string_view kHint = "The picture cannot be read. Take it again.";

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
    (void)process_->end_worker(*pooled.worker);
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

template <class Found>
Found ConfinedEngine::by_us(Found found) const {
  found.engine = process_->greeting().capabilities.engine;
  return found;
}

Capabilities ConfinedEngine::capabilities() const { return process_->greeting().capabilities; }

Result<DocumentEvaluation, InspectionFailure> ConfinedEngine::evaluate_document(
    const DocumentRequest& request) const {
  // Names every member, so that a new member does not compile until the task carries it too.
  const auto& [image, side, type, now, thresholds, trace, mrz_values, load_front, client] = request;
  Conversation conversation(*this, client);
  if (!conversation.ready()) return InspectionFailure::NoInspector;
  if (!conversation.put(image)) return InspectionFailure::ImageNotLoaded;
  auto found = conversation.ask<DocumentEvaluation>(
      DocumentTask{side, type, now, image.size(), milli_of(thresholds), trace, mrz_values},
      0,
      {},
      [&](const DocumentEvaluation& evaluation) {
        return conversation.fits(evaluation.image, 0) &&
               (request.trace || evaluation.trace.empty()) &&
               (evaluation.image || !evaluation.accepted()) &&
               (!has_values(evaluation) || (request.mrz_values && gives_values(evaluation)));
      });
  if (!found) return found.error();
  if (*found) return by_us(std::move(**found));
  return by_us(unreadable<DocumentEvaluation>(Check::DocumentDecoding, std::string(kHint)));
}

Result<LivenessEvaluation, InspectionFailure> ConfinedEngine::evaluate_liveness(
    const LivenessRequest& request) const {
  const auto& [frame_count, load, actions, thresholds, trace, client] = request;
  check(frame_count <= kListMax, "a liveness submission has at most kListMax frames");
  Conversation conversation(*this, client);
  if (!conversation.ready()) return InspectionFailure::NoInspector;
  const auto is_sound = [&](const LivenessEvaluation& evaluation) {
    if (evaluation.frames.size() != request.frame_count) return false;
    if (!request.trace && !evaluation.trace.empty()) return false;
    bool all_decoded = true;
    for (std::size_t i = 0; i < request.frame_count; ++i) {
      if (!conversation.fits(evaluation.frames[i], i)) return false;
      all_decoded = all_decoded && evaluation.frames[i].has_value();
    }
    if (evaluation.failed_action &&
        std::ranges::count(request.actions, *evaluation.failed_action) == 0) {
      return false;
    }
    return all_decoded || !evaluation.accepted();
  };
  const auto count = static_cast<std::uint32_t>(frame_count);
  auto found = conversation.ask<LivenessEvaluation>(
      LivenessTask{count, actions, milli_of(thresholds), trace}, count, load, is_sound);
  if (!found) return found.error();
  if (*found) return by_us(std::move(**found));
  auto lost =
      unreadable<LivenessEvaluation>(Check::LivenessDecoding,
                                     frame_count > 1 && conversation.images() > 0
                                         ? fmt::format("Frame {}: {}", conversation.images(), kHint)
                                         : std::string(kHint));
  lost.frames.resize(frame_count);
  return by_us(std::move(lost));
}

Result<MatchEvaluation, InspectionFailure> ConfinedEngine::match_faces(
    const MatchRequest& request) const {
  if (!process_->greeting().capabilities.face_match) return by_us(not_compared({Check::FaceMatch}));
  const auto& [load_reference, frame_count, load_frame, thresholds, client] = request;
  check(frame_count > 0, "a face match has at least one frame");
  check(frame_count <= kListMax, "a face match has at most kListMax frames");
  Conversation conversation(*this, client);
  if (!conversation.ready()) return InspectionFailure::NoInspector;
  const auto count = static_cast<std::uint32_t>(frame_count);
  auto found = conversation.ask<MatchEvaluation>(
      MatchTask{count, milli_of(thresholds)},
      count + 1,
      [&](std::uint32_t index) {
        return index == 0 ? request.load_reference() : request.load_frame(index - 1);
      },
      [&](const MatchEvaluation& evaluation) {
        return compares_once(evaluation, request.frame_count);
      });
  if (!found) return found.error();
  if (*found) return by_us(std::move(**found));
  // These images were accepted before: neither a pass, nor a failure of the person.
  return by_us(not_compared({Check::FaceMatch, Check::FaceMatchThroughout}));
}

Result<PresentationEvaluation, InspectionFailure> ConfinedEngine::judge_presentation(
    const PresentationRequest& request) const {
  const auto& [frame_count, load, thresholds, client] = request;
  check(frame_count > 0, "a recording that is judged has at least one frame");
  check(frame_count <= kListMax, "a recording that is judged has at most kListMax frames");
  Conversation conversation(*this, client);
  if (!conversation.ready()) return InspectionFailure::NoInspector;
  const auto count = static_cast<std::uint32_t>(frame_count);
  auto found = conversation.ask<PresentationEvaluation>(
      PresentationTask{count, milli_of(thresholds)},
      count,
      load,
      [&](const PresentationEvaluation& evaluation) {
        return judges_presentation_once(evaluation, request.frame_count);
      });
  if (!found) return found.error();
  if (*found) return by_us(std::move(**found));
  // These frames were accepted before: neither a pass, nor a failure of the person.
  PresentationEvaluation lost;
  record_not_performed(Check::LivenessPresentation, lost);
  return by_us(std::move(lost));
}

Result<FaceDescription, InspectionFailure> ConfinedEngine::describe_face(
    const FaceRequest& request) const {
  const auto& [image, thresholds, client] = request;
  Conversation conversation(*this, client);
  if (!conversation.ready()) return InspectionFailure::NoInspector;
  if (!conversation.put(image)) return InspectionFailure::ImageNotLoaded;
  auto found = conversation.ask<FaceDescription>(
      FaceTask{image.size(), milli_of(thresholds)}, 0, {}, &is_whole);
  if (!found) return found.error();
  return found->value_or(FaceDescription{});
}

Result<DataEvaluation, InspectionFailure> ConfinedEngine::compare_data(
    const DataRequest& request) const {
  if (!process_->greeting().capabilities.reads_print) return by_us(DataEvaluation{});
  const auto& [image, side, type, now, thresholds, values, load_front, client] = request;
  Conversation conversation(*this, client);
  if (!conversation.ready()) return InspectionFailure::NoInspector;
  if (!conversation.put(image)) return InspectionFailure::ImageNotLoaded;
  const bool has_front = static_cast<bool>(load_front);
  const DataTask task{side, type, now, image.size(), has_front, milli_of(thresholds), values};
  const auto front = [&](std::uint32_t) { return request.load_front(); };
  auto found = conversation.ask<DataEvaluation>(
      task, has_front ? 2 : 1, front, [&](const DataEvaluation& evaluation) {
        return compares_data(evaluation) && (request.values || !evaluation.printed);
      });
  if (!found) return found.error();
  // These images were accepted before: a lost worker says nothing of them.
  return by_us(*found ? std::move(**found) : DataEvaluation{});
}

Result<std::optional<Rendering>, InspectionFailure> ConfinedEngine::render(
    const RenderingRequest& request) const {
  const auto& [image, side, type, mark, thresholds, client] = request;
  check(mark.size() <= kMarkMaxLines, "a mark has at most kMarkMaxLines lines");
  Conversation conversation(*this, client);
  if (!conversation.ready()) return InspectionFailure::NoInspector;
  if (!conversation.put(image)) return InspectionFailure::ImageNotLoaded;
  auto head = conversation.ask<RenderingHead>(
      RenderingTask{image.size(), side, type, mark, milli_of(thresholds)},
      0,
      {},
      is_sound_rendering);
  if (!head) return head.error();
  if (!*head || !(*head)->decoded) return std::optional<Rendering>();
  auto& [decoded, width, height, seen, jpeg_bytes] = **head;
  auto jpeg = conversation.receive_bytes(jpeg_bytes);
  if (!jpeg) return jpeg.error();
  if (!*jpeg) return std::optional<Rendering>();
  if (!is_rendered_jpeg(**jpeg, width, height)) {
    return conversation.garbled<Rendering>("its picture is not as a rendering is written");
  }
  return std::optional<Rendering>({width, height, std::move(seen), std::move(**jpeg)});
}

}  // namespace countersign::confined
