#include "core/inspection/confined/message.h"

#include <utility>

#include "core/inspection/confined/archive.h"

namespace countersign::confined {

// One function per type, for both directions. A structured binding names every member, so a new
// member does not compile until it is carried too.
template <class Archive, Like<ImageFacts> T>
void describe(Archive& archive, T& facts) {
  auto& [format, width, height, pixels, perceptual] = facts;
  archive(format, width, height, pixels, perceptual);
}
template <class Archive, Like<TracePoint> T>
void describe(Archive& archive, T& point) {
  auto& [x, y] = point;
  archive(x, y);
}
template <class Archive, Like<TraceShape> T>
void describe(Archive& archive, T& shape) {
  auto& [name, corners, frame] = shape;
  archive(name, corners, frame);
}
template <class Archive, Like<MrzValues> T>
void describe(Archive& archive, T& values) {
  auto& [code, issuer, number, birth, expiry, nationality, sex, surname, given] = values;
  archive(code, issuer, number, birth, expiry, nationality, sex, surname, given);
}
template <class Archive, Like<Capabilities> T>
void describe(Archive& archive, T& capabilities) {
  auto& [engine, actions, face_match] = capabilities;
  archive(engine, actions, face_match);
}
template <class Archive, Like<Evaluation> T>
void describe(Archive& archive, T& evaluation) {
  // Not the engine: a worker cannot be trusted to name it.
  auto& [issues, checks, engine, trace] = evaluation;
  archive(issues, checks, trace);
}

// The size of a record with these members, which are ordered from the largest alignment down.
template <class Found, class... Members>
constexpr std::size_t kSizeWith =
    (sizeof(Evaluation) + ... + sizeof(Members)) + alignof(Found) - 1 -
    ((sizeof(Evaluation) + ... + sizeof(Members)) + alignof(Found) - 1) % alignof(Found);

static_assert(
    sizeof(DocumentEvaluation) ==
        kSizeWith<DocumentEvaluation, std::optional<ImageFacts>, std::optional<MrzValues>>,
    "a member of DocumentEvaluation is not carried");
template <class Archive, Like<DocumentEvaluation> T>
void describe(Archive& archive, T& evaluation) {
  archive(evaluation.issues, evaluation.checks, evaluation.trace, evaluation.image, evaluation.mrz);
}
static_assert(sizeof(LivenessEvaluation) == kSizeWith<LivenessEvaluation,
                                                      std::vector<std::optional<ImageFacts>>,
                                                      std::optional<Action>>,
              "a member of LivenessEvaluation is not carried");
template <class Archive, Like<LivenessEvaluation> T>
void describe(Archive& archive, T& evaluation) {
  archive(evaluation.issues,
          evaluation.checks,
          evaluation.trace,
          evaluation.frames,
          evaluation.failed_action);
}
static_assert(sizeof(MatchEvaluation) == sizeof(Evaluation),
              "a member of MatchEvaluation is not carried");
template <class Archive, Like<MatchEvaluation> T>
void describe(Archive& archive, T& evaluation) {
  archive(evaluation.issues, evaluation.checks);
}

template <class Archive, Like<Setup> T>
void describe(Archive& archive, T& message) {
  auto& [protocol, max_pixels, image_max_bytes, engine_bytes] = message;
  archive(protocol, max_pixels, image_max_bytes, engine_bytes);
}
template <class Archive, Like<StartWorker> T>
void describe(Archive& archive, T& message) {
  auto& [number] = message;
  archive(number);
}
template <class Archive, Like<EndWorker> T>
void describe(Archive& archive, T& message) {
  auto& [number, tell] = message;
  archive(number, tell);
}
template <class Archive, Like<MeasureWorker> T>
void describe(Archive& archive, T& message) {
  auto& [number] = message;
  archive(number);
}
template <class Archive, Like<Greeting> T>
void describe(Archive& archive, T& message) {
  auto& [protocol, confined, capabilities] = message;
  archive(protocol, confined, capabilities);
}
template <class Archive, Like<Refused> T>
void describe(Archive& archive, T& message) {
  auto& [why] = message;
  archive(why);
}
template <class Archive, Like<WorkerEnded> T>
void describe(Archive& archive, T& message) {
  auto& [number, wait_status] = message;
  archive(number, wait_status);
}
template <class Archive, Like<WorkerMeasured> T>
void describe(Archive& archive, T& message) {
  auto& [number, processor_ms] = message;
  archive(number, processor_ms);
}
template <class Archive, Like<DocumentTask> T>
void describe(Archive& archive, T& message) {
  auto& [side, type, now, image_bytes, thresholds, trace, mrz_values] = message;
  archive(side, type, now, image_bytes, thresholds, trace, mrz_values);
}
template <class Archive, Like<LivenessTask> T>
void describe(Archive& archive, T& message) {
  auto& [frame_count, actions, thresholds, trace] = message;
  archive(frame_count, actions, thresholds, trace);
}
template <class Archive, Like<MatchTask> T>
void describe(Archive& archive, T& message) {
  auto& [frame_count, thresholds] = message;
  archive(frame_count, thresholds);
}
template <class Archive, Like<ImageGiven> T>
void describe(Archive& archive, T& message) {
  auto& [image_bytes] = message;
  archive(image_bytes);
}
template <class Archive, Like<Ready> T>
void describe(Archive&, T&) {}
template <class Archive, Like<Unfit> T>
void describe(Archive& archive, T& message) {
  auto& [why] = message;
  archive(why);
}
template <class Archive, Like<ImageWanted> T>
void describe(Archive& archive, T& message) {
  auto& [index] = message;
  archive(index);
}
template <class Archive, Like<Failed> T>
void describe(Archive& archive, T& message) {
  auto& [out_of_memory] = message;
  archive(out_of_memory);
}

namespace {

template <class... Alternatives>
std::string encoded(const std::variant<Alternatives...>& message) {
  Writer writer;
  writer(static_cast<std::uint8_t>(message.index()));
  std::visit([&](const auto& alternative) { writer(alternative); }, message);
  return std::move(writer).take();
}

template <class Variant, std::size_t... Indexes>
std::optional<Variant> decoded(std::string_view bytes, std::index_sequence<Indexes...>) {
  Reader reader(bytes);
  std::uint8_t index = 0;
  reader(index);
  std::optional<Variant> message;
  const auto try_one = [&]<std::size_t I>(std::integral_constant<std::size_t, I>) {
    if (index != I) return;
    message.emplace(std::in_place_index<I>);
    reader(std::get<I>(*message));
  };
  (try_one(std::integral_constant<std::size_t, Indexes>{}), ...);
  if (!reader.finished()) return std::nullopt;
  return message;
}

template <class Variant>
std::optional<Variant> decoded(std::string_view bytes) {
  return decoded<Variant>(bytes, std::make_index_sequence<std::variant_size_v<Variant>>{});
}

}  // namespace

std::string encode(const ToInspector& message) { return encoded(message); }
std::string encode(const FromInspector& message) { return encoded(message); }
std::string encode(const ToWorker& message) { return encoded(message); }
std::string encode(const FromWorker& message) { return encoded(message); }

template <>
std::optional<ToInspector> decode(std::string_view bytes) {
  return decoded<ToInspector>(bytes);
}
template <>
std::optional<FromInspector> decode(std::string_view bytes) {
  return decoded<FromInspector>(bytes);
}
template <>
std::optional<ToWorker> decode(std::string_view bytes) {
  return decoded<ToWorker>(bytes);
}
template <>
std::optional<FromWorker> decode(std::string_view bytes) {
  return decoded<FromWorker>(bytes);
}

}  // namespace countersign::confined
