// How long each stage of looking at a document takes on one core, and how much memory it takes over
// what it is given, for pictures of 1 and 12 megapixels: the figures of docs/inspection.md.
//
//   document_stages_bench [--smoke]
#include <malloc.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/rounds.h"
#include "core/inspection/barcode.h"
#include "core/inspection/decode.h"
#include "core/inspection/document_review.h"
#include "core/inspection/embedded_engine.h"
#include "core/inspection/mrz_reader.h"
#include "core/inspection/perceptual.h"
#include "core/inspection/picture_quality.h"
#include "core/inspection/portrait_review.h"
#include "core/inspection/rectify.h"
#include "events/crypto/sha256.h"
#include "tools/drawing/document.h"
#include "tools/drawing/encode.h"

namespace countersign::bench {
namespace {

constexpr std::size_t kRounds = 9;

// As document_review.cc does it.
constexpr std::size_t kWorkingPixels = 1600UL * 1200;
constexpr double kFlatPxPerMm = 8;

LumaImage flattened(const LumaImage& luma, const Quadrilateral& corners, bool page) {
  return page ? rectified(luma, corners, 125 * 8, 88 * 8) : rectified(luma, corners, 685, 432);
}

constexpr UtcTime kNow{1'795'219'200'000'000};  // 2026-11-21

double core_ms() {
  ::timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
}

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

// What this process holds at most while it does `work`, over doing nothing.
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

// What the stages of one picture begin with.
struct Photograph {
  std::string file;
  DocumentRequest request;
  RgbImage picture;
  FoundDocument found;
  LumaImage luma;         // at the size at which documents are judged
  Quadrilateral corners;  // in it
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
  taken.found = find_document(taken.picture, plan.type, {}).value();
  taken.luma = shrunk_luma(taken.picture, kWorkingPixels);
  taken.corners = taken.found.lying();
  for (PicturePoint& corner : taken.corners) {
    corner.x *= static_cast<double>(taken.luma.width) / taken.picture.width;
    corner.y *= static_cast<double>(taken.luma.height) / taken.picture.height;
  }
  taken.flat = flattened(taken.luma, taken.corners, taken.found.page);
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
      {"outline", [&] { (void)find_document(taken.picture, taken.request.type, {}); }},
      {"flatten",
       [&] {
         (void)flattened(
             shrunk_luma(taken.picture, kWorkingPixels), taken.corners, taken.found.page);
       }},
      {"quality", [&] { (void)judge_document_quality(taken.flat, kFlatPxPerMm, kUsual.document); }},
      {"portrait",
       [&] {
         (void)review_portrait(
             taken.flat, kFlatPxPerMm, {Side::Front, DocumentType::Passport, kNow}, kUsual.face);
       }},
      {"barcode", [&] { (void)read_pdf417(taken.luma, taken.corners); }},
      {"zone", [&] { (void)read_mrz(taken.luma, taken.corners, taken.found.page, kUsual.mrz); }},
      {"hashes",
       [&] {
         (void)sha256(taken.picture.bytes);
         (void)perceptual_hash(taken.picture);
       }},
      {"all", [&engine, request] {
         if (engine.evaluate_document(request)->accepted()) return;
         std::fputs("document_stages_bench: a good document was refused\n", stderr);
         std::exit(1);
       }}};
}

void measure(const Subject& subject,
             std::uint32_t width,
             std::uint32_t height,
             ImageFormat format,
             std::size_t rounds) {
  const EmbeddedEngine engine(sha256);
  const Photograph taken = photograph_of(subject, width, height, format);
  std::printf(
      "{\"bench\":\"document_stages\",\"document\":\"%.*s\",\"pixels\":%llu,\"format\":\"%s\"",
      static_cast<int>(subject.name.size()),
      subject.name.data(),
      static_cast<unsigned long long>(width) * height,
      std::string(name_of(format)).c_str());
  for (const Stage& stage : stages_of(taken, engine)) {
    const double memory = static_cast<double>(peak_kib(stage.work)) / 1024;
    std::printf(",\"%.*s\":{\"ms\":%.1f,\"mib\":%.1f}",
                static_cast<int>(stage.name.size()),
                stage.name.data(),
                median_ms(rounds, stage.work),
                std::max(0.0, memory));
  }
  std::puts("}");
  std::fflush(stdout);
}

int run(bool smoke) {
  // Large blocks are given back when they are freed: a stage is not given those of an earlier one.
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
      measure(subject, 1200, 840, format, rounds);
      if (!smoke) measure(subject, 4000, 3000, format, rounds);
    }
  }
  return 0;
}

}  // namespace
}  // namespace countersign::bench

int main(int argc, char** argv) {
  return countersign::bench::run(argc > 1 && std::string_view(argv[1]) == "--smoke");
}
