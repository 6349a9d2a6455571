// How long each stage of looking at a document takes on one core, and how much memory the whole
// takes, for pictures of 1 and 12 megapixels: the figures of docs/inspection.md.
//
//   document_stages_bench [--smoke]
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
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
#include "events/crypto/sha256.h"
#include "tools/drawing/document.h"
#include "tools/drawing/encode.h"

namespace countersign::bench {
namespace {

constexpr std::size_t kRounds = 9;
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

void measure(const Subject& subject,
             std::uint32_t width,
             std::uint32_t height,
             ImageFormat format,
             std::size_t rounds) {
  drawing::DocumentPlan plan = subject.plan;
  plan.width = width;
  plan.height = height;
  drawing::Encoding encoding;
  encoding.format = format;
  const std::string file = drawing::encode(drawing::draw_document(plan), encoding);
  const EmbeddedEngine engine(sha256);
  const DocumentRequest request{file, plan.side, plan.type, kNow};
  const auto evaluate = [&] {
    if (!engine.evaluate_document(request)->accepted()) {
      std::fputs("document_stages_bench: a good document was refused\n", stderr);
      std::exit(1);
    }
  };
  const long memory = peak_kib(evaluate);
  const RgbImage picture = std::move(decode_image(file, {})->pixels);
  const Thresholds thresholds;
  const auto found = find_document(picture, plan.type, thresholds.document);
  const LumaImage photograph = shrunk_luma(picture, 1600UL * 1200);
  Quadrilateral corners = found->lying();
  for (PicturePoint& corner : corners) {
    corner.x *= static_cast<double>(photograph.width) / picture.width;
    corner.y *= static_cast<double>(photograph.height) / picture.height;
  }
  const double all = median_ms(rounds, evaluate);
  const double decode = median_ms(rounds, [&] { (void)decode_image(file, {}); });
  const double outline =
      median_ms(rounds, [&] { (void)find_document(picture, plan.type, thresholds.document); });
  const double barcode = median_ms(rounds, [&] { (void)read_pdf417(photograph, corners); });
  const double zone =
      median_ms(rounds, [&] { (void)read_mrz(photograph, corners, found->page, thresholds.mrz); });
  const double hashes = median_ms(rounds, [&] {
    (void)sha256(picture.bytes);
    (void)perceptual_hash(picture);
  });
  std::printf(
      "{\"bench\":\"document_stages\",\"document\":\"%.*s\",\"pixels\":%llu,\"format\":\"%s\","
      "\"bytes\":%zu,\"decode_ms\":%.1f,\"outline_ms\":%.1f,\"barcode_ms\":%.1f,"
      "\"zone_ms\":%.1f,\"hashes_ms\":%.1f,\"all_ms\":%.1f,\"peak_mib\":%.0f}\n",
      static_cast<int>(subject.name.size()),
      subject.name.data(),
      static_cast<unsigned long long>(width) * height,
      std::string(name_of(format)).c_str(),
      file.size(),
      decode,
      outline,
      barcode,
      zone,
      hashes,
      all,
      static_cast<double>(memory) / 1024);
  std::fflush(stdout);
}

int run(bool smoke) {
  const std::vector<Subject> subjects = {
      {"front", {.seed = 3}},
      {"back_zone", {.seed = 3, .side = Side::Back}},
      {"back_barcode", {.seed = 3, .side = Side::Back, .type = DocumentType::DrivingLicense}},
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
