// How long each stage of inspecting a document and a frame takes on one core, and how much memory
// it takes beyond its input, for pictures of 1 and 12 megapixels: the figures of
// docs/inspection.md. Then how long a whole capture takes: both sides of a card and nine frames.
//
//   stages_bench [--smoke | --capture]
#include <malloc.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/rounds.h"
#include "core/inspection/barcode/barcode.h"
#include "core/inspection/decode/decode.h"
#include "core/inspection/engines/embedded_engine.h"
#include "core/inspection/face/face_detector.h"
#include "core/inspection/face/face_likeness.h"
#include "core/inspection/face/head_pose.h"
#include "core/inspection/image/perceptual.h"
#include "core/inspection/review/located_document.h"
#include "core/inspection/review/picture_quality.h"
#include "core/inspection/review/portrait_review.h"
#include "core/inspection/zone/found_document.h"
#include "core/inspection/zone/zone_search.h"
#include "events/crypto/sha256.h"
#include "tests/drawing/camera/encode.h"
#include "tests/drawing/document.h"
#include "tests/drawing/person/face.h"

namespace countersign::bench {
namespace {

constexpr std::size_t kRounds = 9;

// The same value as in face_track.cc.
constexpr std::size_t kFramePixels = 1000UL * 750;

constexpr UtcTime kNow{1'795'219'200'000'000};  // 2026-11-21

template <class Work>
double median_ms(std::size_t rounds, Work work) {
  std::vector<double> times;
  for (std::size_t i = 0; i < rounds; ++i) {
    const double start = core_ms();
    work();
    times.push_back(core_ms() - start);
  }
  return median(times);
}

// The peak memory of a process that does `work`, beyond that of one that does nothing.
template <class Work>
long peak_kib(Work work) {
  const auto of_a_child = [](auto child_work) {
    const pid_t child = ::fork();
    if (child == 0) {
      child_work();
      ::_exit(0);
    }
    ::rusage usage{};
    int status = 0;
    if (::wait4(child, &status, 0, &usage) != child || status != 0) std::exit(1);
    return usage.ru_maxrss;
  };
  return of_a_child(work) - of_a_child([] {});
}

struct Subject {
  std::string_view name;
  drawing::DocumentPlan plan;
};

// The input of the stages for one picture.
struct Photograph {
  std::string file;
  DocumentRequest request;
  RgbImage picture;
  FoundDocument found;
  LumaImage luma;         // at the size at which documents are judged
  Quadrilateral corners;  // in `luma`
  LumaImage flat;
};

Photograph photograph_of(const Subject& subject,
                         std::uint32_t width,
                         std::uint32_t height,
                         ImageFormat format) {
  drawing::DocumentPlan plan = subject.plan;
  plan.width = width;
  plan.height = height;
  drawing::Encoding encoding;
  encoding.format = format;
  Photograph taken;
  taken.file = drawing::encode(drawing::draw_document(plan), encoding);
  taken.request = {"", plan.side, plan.type, kNow};
  taken.picture = std::move(decode_image(taken.file, {})->pixels);
  taken.found = find_documents(taken.picture, plan.type, {}).best.value();
  taken.luma = shrunk_luma(taken.picture, kPhotographPixels);
  taken.corners = corners_in(taken.luma, taken.picture, taken.found);
  taken.flat = flattened(taken.luma, taken.corners, taken.found.size);
  return taken;
}

struct Stage {
  std::string_view name;
  std::function<void()> work;
};

std::vector<Stage> stages_of(const Photograph& taken, const EmbeddedEngine& engine) {
  static constexpr Thresholds kUsual;
  DocumentRequest request = taken.request;
  request.image = taken.file;
  return {
      {"decode", [&] { (void)decode_image(taken.file, {}); }},
      {"outline", [&] { (void)find_documents(taken.picture, taken.request.type, {}); }},
      {"flatten",
       [&] {
         (void)flattened(
             shrunk_luma(taken.picture, kPhotographPixels), taken.corners, taken.found.size);
       }},
      {"quality", [&] { (void)judge_document_quality(taken.flat, kFlatPxPerMm, kUsual.document); }},
      {"portrait",
       [&] {
         (void)review_portrait(
             taken.flat, kFlatPxPerMm, {Side::Front, DocumentType::Passport, kNow}, kUsual.face);
       }},
      {"barcode", [&] { (void)read_pdf417(taken.luma, taken.corners); }},
      {"zone", [&] { (void)find_zone(taken.luma, kUsual.mrz); }},
      {"hashes",
       [&] {
         (void)sha256(taken.picture.bytes);
         (void)perceptual_hash(taken.picture);
       }},
      {"all", [&engine, request] {
         if (engine.evaluate_document(request)->accepted()) return;
         std::fputs("stages_bench: a good document was refused\n", stderr);
         std::exit(1);
       }}};
}

void print(const std::string& what,
           std::uint32_t width,
           std::uint32_t height,
           ImageFormat format,
           const std::vector<Stage>& stages,
           std::size_t rounds) {
  std::printf("{\"bench\":\"stages\",\"picture\":\"%s\",\"pixels\":%llu,\"format\":\"%s\"",
              what.c_str(),
              static_cast<unsigned long long>(width) * height,
              std::string(name_of(format)).c_str());
  for (const Stage& stage : stages) {
    const double memory = static_cast<double>(peak_kib(stage.work)) / 1024;
    std::printf(",\"%s\":{\"ms\":%.1f,\"mib\":%.1f}",
                std::string(stage.name).c_str(),
                median_ms(rounds, stage.work),
                std::max(0.0, memory));
  }
  std::puts("}");
  std::fflush(stdout);
}

void measure_document(const Subject& subject,
                      std::uint32_t width,
                      std::uint32_t height,
                      ImageFormat format,
                      std::size_t rounds) {
  const EmbeddedEngine engine(sha256);
  const Photograph taken = photograph_of(subject, width, height, format);
  print(std::string(subject.name), width, height, format, stages_of(taken, engine), rounds);
}

void measure_frame(std::uint32_t width,
                   std::uint32_t height,
                   ImageFormat format,
                   std::size_t rounds) {
  static constexpr Thresholds kUsual;
  drawing::FacePlan plan;
  plan.width = width;
  plan.height = height;
  drawing::Encoding encoding;
  encoding.format = format;
  const std::string file = drawing::encode(drawing::draw_face_frame(plan), encoding);
  const EmbeddedEngine engine(sha256);
  const RgbImage picture = std::move(decode_image(file, {})->pixels);
  const LumaImage luma = shrunk_luma(picture, kFramePixels);
  const double smallest = kUsual.face.side.error * static_cast<double>(luma.width);
  const Face face = find_faces(luma, smallest, kUsual.face.score).at(0);
  const double tilt = head_pose(luma, face).tilt_degrees;
  const double scale = static_cast<double>(picture.width) / static_cast<double>(luma.width);
  const Face in_picture{face.x * scale, face.y * scale, face.side * scale, face.score};
  print(
      "frame",
      width,
      height,
      format,
      {{"decode", [&] { (void)decode_image(file, {}); }},
       {"quality", [&] { (void)judge_frame_picture(picture, kUsual.frame); }},
       {"find",
        [&] { (void)find_faces(shrunk_luma(picture, kFramePixels), smallest, kUsual.face.score); }},
       {"pose", [&] { (void)head_pose(luma, face); }},
       {"look", [&] { (void)look_of(picture, in_picture, tilt); }},
       {"hash", [&] { (void)sha256(picture.bytes); }},
       {"all",
        [&] {
          const std::vector actions = {Action::LookStraight};
          const auto load = [&](std::size_t) { return std::string(file); };
          if (engine.evaluate_liveness({.frame_count = 1, .load = load, .actions = actions})
                  ->accepted()) {
            return;
          }
          std::fputs("stages_bench: a good frame was refused\n", stderr);
          std::exit(1);
        }}},
      rounds);
}

// The images of one FULL_CAPTURE, as files: both sides of an identity card, and a recording.
struct Capture {
  std::string front;
  std::string back;
  std::vector<std::string> frames;
  std::vector<Action> actions;
};

Capture drawn_capture(std::uint32_t width, std::uint32_t height) {
  constexpr std::size_t kFrames = 9;
  const auto side = [&](Side of) {
    return drawing::encode(
        drawing::draw_document({.seed = 3, .side = of, .width = width, .height = height}), {});
  };
  Capture capture{side(Side::Front),
                  side(Side::Back),
                  {},
                  {Action::LookStraight, Action::TurnLeft, Action::MoveCloser}};
  drawing::FacePlan person;
  person.seed = 3;
  person.width = 864;
  person.height = 1152;
  for (const auto& plan : drawing::recording_of(person, capture.actions, kFrames)) {
    capture.frames.push_back(drawing::encode(drawing::draw_face_frame(plan), {}));
  }
  return capture;
}

void must_be_accepted(bool accepted, const char* what) {
  if (accepted) return;
  std::fprintf(stderr, "stages_bench: a good %s was refused\n", what);
  std::exit(1);
}

void measure_capture(bool smoke) {
  const Capture capture = smoke ? drawn_capture(1200, 900) : drawn_capture(4000, 3000);
  const EmbeddedEngine engine(sha256);
  const auto judge_side = [&](const std::string& file, Side side) {
    const auto found = engine.evaluate_document({file, side, DocumentType::IdCard, kNow});
    must_be_accepted(found->accepted(), "side of a card");
  };
  const std::vector<Stage> stages = {
      {"front", [&] { judge_side(capture.front, Side::Front); }},
      {"back", [&] { judge_side(capture.back, Side::Back); }},
      {"frames", [&] {
         const auto load = [&](std::size_t i) { return capture.frames[i]; };
         const auto found = engine.evaluate_liveness(
             {.frame_count = capture.frames.size(), .load = load, .actions = capture.actions});
         must_be_accepted(found->accepted(), "recording");
       }}};
  std::vector<std::vector<double>> times(stages.size() + 1);
  for (std::size_t round = 0; round < (smoke ? 1 : kRounds); ++round) {
    double sum = 0;
    for (std::size_t i = 0; i < stages.size(); ++i) {
      times[i].push_back(median_ms(1, stages[i].work));
      sum += times[i].back();
    }
    times.back().push_back(sum);
  }
  std::printf("{\"bench\":\"stages\",\"picture\":\"capture\",\"frames\":%zu",
              capture.frames.size());
  for (std::size_t i = 0; i < stages.size(); ++i) {
    std::printf(",\"%s\":{\"ms\":%.1f}", std::string(stages[i].name).c_str(), median(times[i]));
  }
  std::printf(",\"all\":{\"ms\":%.1f}}\n", median(times.back()));
  std::fflush(stdout);
}

int run(bool smoke, bool capture_only) {
  if (capture_only) {
    measure_capture(smoke);
    return 0;
  }
  // Large blocks go back to the system when they are freed, so that a stage does not reuse those of
  // an earlier one.
  ::mallopt(M_MMAP_THRESHOLD, 64 << 10);
  const std::vector<Subject> subjects = {
      {"front", {.seed = 3}},
      {"back_zone", {.seed = 3, .side = Side::Back}},
      {"back_barcode",
       {.seed = 3, .side = Side::Back, .type = DocumentType::DrivingLicense, .barcode = true}},
      {"passport", {.seed = 3, .type = DocumentType::Passport}},
  };
  const std::size_t rounds = smoke ? 1 : kRounds;
  for (const Subject& subject : subjects) {
    for (const ImageFormat format : {ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP}) {
      measure_document(subject, 1200, 840, format, rounds);
      if (!smoke) measure_document(subject, 4000, 3000, format, rounds);
    }
  }
  measure_frame(864, 1152, ImageFormat::Jpeg, rounds);
  if (!smoke) measure_frame(3000, 4000, ImageFormat::Jpeg, rounds);
  measure_capture(smoke);
  return 0;
}

}  // namespace
}  // namespace countersign::bench

int main(int argc, char** argv) {
  const std::string_view option = argc > 1 ? argv[1] : "";
  return countersign::bench::run(option == "--smoke", option == "--capture");
}
