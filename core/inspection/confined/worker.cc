#include "core/inspection/confined/worker.h"

#include <unistd.h>

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "core/check.h"
#include "core/inspection/confined/message.h"
#include "core/inspection/thresholds/threshold_table.h"

namespace countersign::confined {
namespace {

// read(2) and write(2), because the filter allows no others; on this socket they still transfer
// whole packets. Both functions end the process when the server has ended.
void send(const FromWorker& message) {
  const std::string bytes = encode(message);
  check(bytes.size() <= kPacketMaxBytes, "a message of a worker has at most kPacketMaxBytes bytes");
  if (::write(kWorkerChannel, bytes.data(), bytes.size()) < 0) ::_exit(0);
}

ToWorker receive() {
  std::array<char, 4096> bytes{};
  const ssize_t got = ::read(kWorkerChannel, bytes.data(), bytes.size());
  if (got <= 0) ::_exit(0);
  auto message = decode<ToWorker>({bytes.data(), static_cast<std::size_t>(got)});
  check(message.has_value(), "a message from a server of the inspector's own build can be decoded");
  return std::move(*message);
}

class Task {
 public:
  Task(const Engine& engine, std::string_view buffer) : engine_(engine), buffer_(buffer) {}

  FromWorker operator()(const DocumentTask& task) const {
    check(task.image_bytes <= buffer_.size(),
          "a document's image fits into the worker's image buffer");
    return answer(engine_.evaluate_document({.image = buffer_.substr(0, task.image_bytes),
                                             .side = task.side,
                                             .type = task.type,
                                             .now = task.now,
                                             .thresholds = received(task.thresholds),
                                             .trace = task.trace,
                                             .mrz_values = task.mrz_values}));
  }
  FromWorker operator()(const LivenessTask& task) const {
    return answer(engine_.evaluate_liveness(
        {.frame_count = task.frame_count,
         .load = [this](std::size_t index) { return load(static_cast<std::uint32_t>(index)); },
         .actions = task.actions,
         .thresholds = received(task.thresholds),
         .trace = task.trace}));
  }
  FromWorker operator()(const MatchTask& task) const {
    return answer(engine_.match_faces({
        .load_reference = [this] { return load(0); },
        .frame_count = task.frame_count,
        .load_frame =
            [this](std::size_t index) { return load(static_cast<std::uint32_t>(index + 1)); },
        .thresholds = received(task.thresholds),
    }));
  }
  FromWorker operator()(const PresentationTask& task) const {
    return answer(engine_.judge_presentation(
        {.frame_count = task.frame_count,
         .load = [this](std::size_t index) { return load(static_cast<std::uint32_t>(index)); },
         .thresholds = received(task.thresholds)}));
  }
  FromWorker operator()(const FaceTask& task) const {
    check(task.image_bytes <= buffer_.size(),
          "a face's picture fits into the worker's image buffer");
    return answer(engine_.describe_face(
        {.image = buffer_.substr(0, task.image_bytes), .thresholds = received(task.thresholds)}));
  }
  FromWorker operator()(const DataTask& task) const {
    check(task.image_bytes <= buffer_.size(),
          "a document's image fits into the worker's image buffer");
    // Copied, because the front takes its place in the buffer.
    const std::string image(buffer_.substr(0, task.image_bytes));
    ImageLoader load_front;
    if (task.has_front) load_front = [this] { return load(1); };
    return answer(engine_.compare_data({.image = image,
                                        .side = task.side,
                                        .type = task.type,
                                        .now = task.now,
                                        .thresholds = received(task.thresholds),
                                        .values = task.values,
                                        .load_front = std::move(load_front)}));
  }
  // The file is kept until the head has been sent.
  FromWorker operator()(const RenderingTask& task) {
    check(task.image_bytes <= buffer_.size(), "a picture fits into the worker's image buffer");
    auto found = engine_.render({.image = buffer_.substr(0, task.image_bytes),
                                 .side = task.side,
                                 .type = task.type,
                                 .mark = task.mark,
                                 .thresholds = received(task.thresholds)});
    if (!found) return Failed{.out_of_memory = found.error() == InspectionFailure::OutOfMemory};
    if (!*found) return RenderingHead{};
    Rendering& drawn = **found;
    file_ = std::move(drawn.jpeg);
    return RenderingHead{true, drawn.width, drawn.height, std::move(drawn.seen), file_.size()};
  }
  FromWorker operator()(const ImageGiven&) const {
    check(false, "ImageGiven is sent only as the answer to ImageWanted");
    return Failed{};
  }

  const std::string& file() const { return file_; }

 private:
  static Thresholds received(const std::vector<std::int64_t>& milli) {
    const auto thresholds = thresholds_of(milli);
    check(thresholds.has_value(), "the thresholds of a task are a sound set");
    return *thresholds;
  }

  std::optional<std::string> load(std::uint32_t index) const {
    send(ImageWanted{index});
    const ToWorker answered = receive();
    const auto* given = std::get_if<ImageGiven>(&answered);
    check(given != nullptr, "ImageWanted is answered with ImageGiven");
    if (!given->image_bytes) return std::nullopt;
    check(*given->image_bytes <= buffer_.size(),
          "a given image fits into the worker's image buffer");
    return std::string(buffer_.substr(0, *given->image_bytes));
  }

  template <class Found>
  static FromWorker answer(Result<Found, InspectionFailure> found) {
    if (found) return std::move(*found);
    return Failed{.out_of_memory = found.error() == InspectionFailure::OutOfMemory};
  }

  const Engine& engine_;
  const std::string_view buffer_;
  std::string file_{};
};

}  // namespace

void serve_one_task(const Engine& engine, std::string_view image) {
  send(Ready{});
  Task task(engine, image);
  send(std::visit(task, receive()));
  for (std::string_view rest = task.file(); !rest.empty();) {
    const std::string_view part = rest.substr(0, kPacketMaxBytes);
    if (::write(kWorkerChannel, part.data(), part.size()) < 0) ::_exit(0);
    rest.remove_prefix(part.size());
  }
}

void tell_unfit(std::string_view why) { send(Unfit{std::string(why)}); }

}  // namespace countersign::confined
