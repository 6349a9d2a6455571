#include "core/inspection/confined/confined_engine.h"

#include <fmt/format.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <new>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>

#include "core/check.h"
#include "core/checks/checks.h"
#include "core/inspection/confined/image_buffer.h"
#include "core/inspection/confined/packet.h"
#include "core/inspection/confined/sound_answer.h"
#include "core/inspection/decode/image_format.h"
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

// A worker may use `timeout` of processor time per image, which takes longer on a busy machine. The
// wait ends after this many times `timeout`: the cause, image or machine, is then unknown.
constexpr int kSlowestShare = 6;

using Kind = InspectorNotice::Kind;
using std::chrono::milliseconds;

}  // namespace

// A place for one worker at a time.
struct ConfinedEngine::PooledWorker {
  explicit PooledWorker(ImageBuffer the_image) : image(std::move(the_image)) {}
  ImageBuffer image;
  std::optional<WorkerHandle> worker;
  bool ready = false;  // the worker has sent Ready
  ClientKey client;    // that holds the worker
};

// The exchange with one worker about one submission, on the caller's thread. Gives back the worker
// when destroyed.
class ConfinedEngine::Conversation {
 public:
  using Loader = std::function<std::optional<std::string>(std::uint32_t index)>;

  Conversation(const ConfinedEngine& engine, const ClientKey& client)
      : engine_(engine), pooled_worker_(engine.take(client)) {}
  ~Conversation() { engine_.give_back(pooled_worker_); }
  Conversation(const Conversation&) = delete;
  Conversation& operator=(const Conversation&) = delete;

  // Whether the pooled worker is ready.
  bool ready() {
    const auto why = engine_.fill(pooled_worker_);
    if (why) engine_.report(Kind::Gone, *why);
    return !why;
  }
  // False if the image is larger than the buffer, which holds any allowed image.
  bool put(std::string_view image) {
    if (image.size() > pooled_worker_.image.size()) return false;
    pooled_worker_.image.put(image);
    formats_.push_back(sniff_format(image));
    return true;
  }
  // Sends the task and returns the worker's answer if it is a valid Found; none if the worker was
  // lost to the images. Calls `load` for the images that the worker asks for, in order and at most
  // `images` times.
  template <class Found, class Sound>
  Result<std::optional<Found>, InspectionFailure> ask(const ToWorker& task,
                                                      std::uint32_t images,
                                                      const Loader& load,
                                                      const Sound& is_sound) {
    if (!send(task)) return lost_to<Found>(Kind::Crashed, "a worker has died");
    for (;;) {
      Received received = receive();
      if (!received.packet) return not_received<Found>(received.missing);
      auto message = decode<FromWorker>(received.packet->bytes);
      if (!message) return garbled<Found>("its message cannot be decoded");
      if (auto* found = std::get_if<Found>(&*message)) {
        if (!names_are_sound(*found) || !is_sound(*found))
          return garbled<Found>("its answer is invalid");
        return std::optional<Found>(std::move(*found));
      }
      if (const auto* failed = std::get_if<Failed>(&*message); failed && failed->out_of_memory) {
        return lost_to<Found>(Kind::OutOfMemory, "a worker ran out of memory");
      }
      const auto* wanted = std::get_if<ImageWanted>(&*message);
      if (wanted == nullptr || wanted->index >= images || wanted->index != formats_.size()) {
        return garbled<Found>("its message is not expected now");
      }
      const auto image = load(wanted->index);
      if (!image || !put(*image)) return InspectionFailure::ImageNotLoaded;
      if (!send(ImageGiven{image->size()}))
        return lost_to<Found>(Kind::Crashed, "a worker has died");
    }
  }
  // Receives the bytes that follow an answer, in packets; none if the worker was lost instead.
  Result<std::optional<std::string>, InspectionFailure> receive_bytes(std::size_t count) {
    std::string bytes;
    while (bytes.size() < count) {
      Received received = receive();
      if (!received.packet) return not_received<std::string>(received.missing);
      if (received.packet->bytes.size() > count - bytes.size()) {
        return garbled<std::string>("it sends more than it has announced");
      }
      bytes += received.packet->bytes;
    }
    return std::optional<std::string>(std::move(bytes));
  }
  // Checks what the worker reports of an image against the image's first bytes and the limits.
  bool fits(const std::optional<ImageFacts>& facts, std::size_t index) const {
    if (!facts) return true;
    return index < formats_.size() && facts->format == formats_[index] && facts->width > 0 &&
           facts->height > 0 &&
           std::uint64_t{facts->width} * facts->height <= engine_.settings_.max_pixels;
  }
  std::size_t images() const { return formats_.size(); }
  // Ends a worker that is not to be believed, and returns what ask() does.
  template <class Found>
  Result<std::optional<Found>, InspectionFailure> garbled(std::string_view what) {
    return lost_to<Found>(Kind::Garbled, fmt::format("a worker broke the protocol: {}", what));
  }

 private:
  template <class Found>
  using Answer = Result<std::optional<Found>, InspectionFailure>;

  bool send(const ToWorker& message) {
    return send_packet(pooled_worker_.worker->channel.get(), encode(message));
  }
  // Returns the next packet, or none if the worker has used up its processor time or the machine
  // gives it none.
  Received receive() {
    const milliseconds limit = engine_.settings_.timeout;
    const auto last = std::chrono::steady_clock::now() + kSlowestShare * limit;
    for (milliseconds wait = limit;;) {
      Received received = receive_packet(pooled_worker_.worker->channel.get(), wait);
      if (received.packet || received.missing != Missing::Late) return received;
      wait = std::min(processor_time_left(),
                      std::chrono::ceil<milliseconds>(last - std::chrono::steady_clock::now()));
      if (wait <= milliseconds(0)) return received;
    }
  }
  // The rest of the processor time for the images that the worker was given. All of it if the time
  // used is unknown: then the worker or the inspector is gone, which is noticed soon.
  milliseconds processor_time_left() const {
    const auto images = static_cast<milliseconds::rep>(std::max<std::size_t>(1, formats_.size()));
    const milliseconds limit = images * engine_.settings_.timeout;
    const auto used = engine_.process_->processor_time(*pooled_worker_.worker);
    return used ? limit - *used : limit;
  }
  // What ask() answers about a worker that sent nothing.
  template <class Found>
  Answer<Found> not_received(Missing missing) {
    switch (missing) {
      case Missing::Closed:
        return lost_to<Found>(Kind::Crashed, "a worker has died");
      case Missing::Late:
        if (processor_time_left() <= milliseconds(0)) {
          return lost_to<Found>(Kind::TimedOut, "a worker used more processor time than allowed");
        }
        return lost_to<Found>(Kind::Starved, "a worker got too little processor time");
      case Missing::TooLong:
        return garbled<Found>("its message is longer than any message may be");
    }
    check(false, "what is missing is an enumerator of Missing");
    return std::optional<Found>();
  }
  template <class Found>
  Answer<Found> lost_to(Kind kind, std::string why) {
    if (auto failure = end_worker(kind, std::move(why))) return *failure;
    return std::optional<Found>();
  }
  // Ends the worker. Returns the failure if the images did not cause the loss, and none if they
  // did.
  std::optional<InspectionFailure> end_worker(Kind kind, std::string why) {
    const auto status = engine_.process_->end_worker(*pooled_worker_.worker);
    pooled_worker_.worker.reset();
    if (!status) {
      engine_.report(Kind::Gone, "the inspector has ended");
      return InspectionFailure::NoInspector;
    }
    const bool killed = WIFSIGNALED(*status) && WTERMSIG(*status) == SIGKILL;
    if (kind == Kind::Crashed && killed) kind = Kind::Killed;
    if (kind == Kind::Crashed || kind == Kind::Killed) why += " of " + ending_of(*status);
    engine_.report(kind, std::move(why));
    if (kind == Kind::Killed || kind == Kind::Starved) return InspectionFailure::Busy;
    return std::nullopt;
  }

  const ConfinedEngine& engine_;
  PooledWorker& pooled_worker_;
  std::vector<std::optional<ImageFormat>> formats_;  // of the images that were put
};

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
        const auto& mrz = evaluation.mrz;
        return conversation.fits(evaluation.image, 0) &&
               (request.trace || evaluation.trace.empty()) &&
               (evaluation.image || !evaluation.accepted()) &&
               (!mrz || (request.mrz_values && evaluation.accepted() && are_sound(*mrz)));
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
  const auto& [image, side, type, now, thresholds, load_front, client] = request;
  Conversation conversation(*this, client);
  if (!conversation.ready()) return InspectionFailure::NoInspector;
  if (!conversation.put(image)) return InspectionFailure::ImageNotLoaded;
  const bool has_front = static_cast<bool>(load_front);
  const DataTask task{side, type, now, image.size(), has_front, milli_of(thresholds)};
  const auto front = [&](std::uint32_t) { return request.load_front(); };
  auto found = conversation.ask<DataEvaluation>(task, has_front ? 2 : 1, front, compares_data);
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
