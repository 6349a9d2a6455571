#include "core/inspection/remote/served_connection.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "core/inspection/remote/wire.h"
#include "core/inspection/thresholds/threshold_table.h"

namespace countersign::remote {
namespace {

using confined::DataTask;
using confined::DocumentTask;
using confined::FaceTask;
using confined::ImageGiven;
using confined::ImageWanted;
using confined::kListMax;
using confined::LivenessTask;
using confined::MatchTask;
using confined::PresentationTask;
using confined::RenderingHead;
using confined::RenderingTask;
using confined::ToWorker;

bool is_printable(std::string_view line) {
  return line.size() <= kMarkLineMaxBytes &&
         std::ranges::all_of(line, [](char c) { return c >= ' ' && c <= '~'; });
}

// One submission. Each operator() reads what belongs to its task and answers. After it, end() says
// whether the connection is still good.
class Submission {
 public:
  Submission(Wire& wire, const ServedEngine& served, const ClientKey& server)
      : wire_(wire), served_(served), server_(server) {}

  std::optional<ServedEnd> end() const { return end_; }

  void operator()(const DocumentTask& task) {
    const auto thresholds = sound(task.thresholds);
    if (!thresholds || !take(task.image_bytes)) return;
    answer(served_.engine.evaluate_document({.image = *image_,
                                             .side = task.side,
                                             .type = task.type,
                                             .now = task.now,
                                             .thresholds = *thresholds,
                                             .trace = task.trace,
                                             .mrz_values = task.mrz_values,
                                             .client = server_}));
  }
  void operator()(const LivenessTask& task) {
    const auto thresholds = sound(task.thresholds);
    if (!thresholds || !may(task.frame_count <= kListMax)) return;
    answer(
        served_.engine.evaluate_liveness({.frame_count = task.frame_count,
                                          .load = [this](std::size_t index) { return load(index); },
                                          .actions = task.actions,
                                          .thresholds = *thresholds,
                                          .trace = task.trace,
                                          .client = server_}));
  }
  void operator()(const MatchTask& task) {
    const auto thresholds = sound(task.thresholds);
    if (!thresholds || !may_judge_frames(task.frame_count, capabilities().face_match)) return;
    answer(served_.engine.match_faces(
        {.load_reference = [this] { return load(0); },
         .frame_count = task.frame_count,
         .load_frame = [this](std::size_t index) { return load(index + 1); },
         .thresholds = *thresholds,
         .client = server_}));
  }
  void operator()(const PresentationTask& task) {
    const auto thresholds = sound(task.thresholds);
    if (!thresholds || !may_judge_frames(task.frame_count, capabilities().judges_presentation)) {
      return;
    }
    answer(served_.engine.judge_presentation(
        {.frame_count = task.frame_count,
         .load = [this](std::size_t index) { return load(index); },
         .thresholds = *thresholds,
         .client = server_}));
  }
  void operator()(const DataTask& task) {
    const auto thresholds = sound(task.thresholds);
    if (!thresholds || !may(capabilities().reads_print) || !take(task.image_bytes)) return;
    ImageLoader load_front;
    if (task.has_front) load_front = [this] { return load(1); };
    answer(served_.engine.compare_data({.image = *image_,
                                        .side = task.side,
                                        .type = task.type,
                                        .now = task.now,
                                        .thresholds = *thresholds,
                                        .load_front = std::move(load_front),
                                        .client = server_}));
  }
  void operator()(const RenderingTask& task) {
    const auto thresholds = sound(task.thresholds);
    const bool allowed =
        task.mark.size() <= kMarkMaxLines && std::ranges::all_of(task.mark, is_printable);
    if (!thresholds || !may(allowed) || !take(task.image_bytes)) return;
    auto drawn = served_.engine.render({.image = *image_,
                                        .side = task.side,
                                        .type = task.type,
                                        .mark = task.mark,
                                        .thresholds = *thresholds,
                                        .client = server_});
    if (end_) return;
    if (!drawn) return say(not_judged(drawn.error()));
    if (!*drawn) return say(RenderingHead{});
    Rendering& rendering = **drawn;
    const std::uint64_t size = rendering.jpeg.size();
    say(RenderingHead{true, rendering.width, rendering.height, std::move(rendering.seen), size});
    if (!end_ && wire_.send_body(rendering.jpeg, deadline())) end_ = ServedEnd::Closed;
  }
  // Faces are described for an operator's own measurements, on the operator's machine.
  void operator()(const FaceTask&) { end_ = ServedEnd::NotAllowed; }
  void operator()(const ImageGiven&) { end_ = ServedEnd::NotAllowed; }

 private:
  const Capabilities& capabilities() const { return served_.welcome.capabilities; }
  SteadyTime deadline() const { return steady_now() + served_.patience; }

  bool may(bool allowed) {
    if (!allowed) end_ = ServedEnd::NotAllowed;
    return allowed;
  }
  bool may_judge_frames(std::uint32_t count, bool able) {
    return may(able && count > 0 && count <= kListMax);
  }
  std::optional<Thresholds> sound(const std::vector<std::int64_t>& milli) {
    auto thresholds = thresholds_of(milli);
    if (!thresholds) end_ = ServedEnd::NotAllowed;
    return thresholds;
  }

  std::optional<std::string> receive(std::uint64_t size) {
    if (!may(size <= served_.welcome.image_max_bytes)) return std::nullopt;
    auto body = wire_.receive_body(size, deadline());
    if (body) return std::move(*body);
    end_ = body.error() == WireEnd::Garbled ? ServedEnd::NotAllowed : ServedEnd::Closed;
    return std::nullopt;
  }
  bool take(std::uint64_t size) {
    image_ = receive(size);
    return image_.has_value();
  }

  // Asks the server for a picture.
  std::optional<std::string> load(std::size_t index) {
    if (end_) return std::nullopt;
    say(ImageWanted{static_cast<std::uint32_t>(index)});
    if (end_) return std::nullopt;
    const auto bytes = wire_.receive_message(deadline());
    if (!bytes) {
      end_ = bytes.error() == WireEnd::Garbled ? ServedEnd::NotAllowed : ServedEnd::Closed;
      return std::nullopt;
    }
    const auto message = confined::decode<ToWorker>(*bytes);
    const auto* given = message ? std::get_if<ImageGiven>(&*message) : nullptr;
    if (!may(given != nullptr && given->image_bytes)) return std::nullopt;
    return receive(*given->image_bytes);
  }

  static NotJudged not_judged(InspectionFailure failure) {
    return NotJudged{failure == InspectionFailure::Busy ||
                     failure == InspectionFailure::OutOfMemory};
  }

  void say(const FromHost& message) {
    if (wire_.send_message(encode(message), deadline())) end_ = ServedEnd::Closed;
  }

  // A submission whose connection has ended is not answered.
  template <class Found>
  void answer(Result<Found, InspectionFailure> found) {
    if (end_) return;
    if (!found) return say(not_judged(found.error()));
    say(std::move(*found));
  }

  Wire& wire_;
  const ServedEngine& served_;
  const ClientKey& server_;
  std::optional<std::string> image_;
  std::optional<ServedEnd> end_{};
};

std::optional<ServedEnd> greet_back(Wire& wire, const ServedEngine& served) {
  const SteadyTime deadline = steady_now() + served.patience;
  const auto bytes = wire.receive_message(deadline);
  if (!bytes) {
    return bytes.error() == WireEnd::Garbled ? ServedEnd::NotAllowed : ServedEnd::Closed;
  }
  const auto opening = decode_opening(*bytes);
  if (!opening || opening->protocol != served.welcome.protocol ||
      opening->messages != served.welcome.messages) {
    const TurnedAway why{"it speaks another version than this inspector, which is " +
                         served.welcome.capabilities.engine.version};
    (void)wire.send_message(encode(FromHost(why)), deadline);
    return ServedEnd::OtherBuild;
  }
  if (wire.send_message(encode(FromHost(served.welcome)), deadline)) return ServedEnd::Closed;
  return std::nullopt;
}

}  // namespace

ServedEnd serve_connection(ByteStream& stream,
                           const ServedEngine& served,
                           const ClientKey& server,
                           const std::function<bool()>& stops) {
  Wire wire(stream);
  if (const auto end = greet_back(wire, served)) return *end;
  while (!stops()) {
    const auto bytes = wire.receive_message(steady_now() + served.idle);
    if (!bytes) {
      return bytes.error() == WireEnd::Garbled ? ServedEnd::NotAllowed : ServedEnd::Closed;
    }
    const auto task = confined::decode<ToWorker>(*bytes);
    if (!task) return ServedEnd::NotAllowed;
    Submission submission(wire, served, server);
    served.judging(true);
    std::visit(submission, *task);
    served.judging(false);
    if (const auto end = submission.end()) return *end;
  }
  return ServedEnd::Closed;
}

}  // namespace countersign::remote
