#pragma once
#include <signal.h>
#include <string.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "core/check.h"
#include "core/inspection/confined/confined_engine.h"
#include "core/inspection/confined/engine_calls.h"
#include "core/inspection/confined/packet.h"
#include "core/inspection/confined/sound_answer.h"
#include "core/inspection/image/image_buffer.h"

// For confined_engine.cc alone: one worker, and its conversation with the engine.
namespace countersign::confined {

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
  using Kind = InspectorNotice::Kind;
  using milliseconds = std::chrono::milliseconds;
  using Loader = std::function<std::optional<std::string>(std::uint32_t index)>;

  Conversation(const ConfinedEngine& engine, const ClientKey& client)
      : engine_(engine), pooled_worker_(engine.take(client)), shown_(engine.settings_.max_pixels) {}
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
    shown_.add(image);
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
      if (wanted == nullptr || wanted->index >= images || wanted->index != shown_.count()) {
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
  const ShownImages& shown() const { return shown_; }
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
    const auto images = static_cast<milliseconds::rep>(std::max<std::size_t>(1, shown_.count()));
    const milliseconds limit = images * engine_.settings_.timeout;
    const auto used = engine_.process_->processor_time(*pooled_worker_.worker);
    return used ? limit - *used : limit;
  }
  // The answer of ask() about a worker that sent nothing.
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

  // A worker may use `timeout` of processor time per image, which takes longer on a busy machine.
  // The wait ends after this many times `timeout`: the cause, image or machine, is then unknown.
  static constexpr int kSlowestShare = 6;

  const ConfinedEngine& engine_;
  PooledWorker& pooled_worker_;
  ShownImages shown_;
};

}  // namespace countersign::confined
