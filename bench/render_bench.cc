// Renderings for reviewers, a second on a core: in this process by parts of the processor's time,
// and by workers of `countersign-inspector`, with the memory of this process after them.
#include <chrono>
#include <cstdio>
#include <fstream>
#include <string>
#include <string_view>

#include "bench/rounds.h"
#include "core/inspection/confined/confined_engine.h"
#include "core/inspection/engines/embedded_engine.h"
#include "events/crypto/sha256.h"
#include "tests/drawing/camera/encode.h"
#include "tests/drawing/document.h"
#include "tests/drawing/person/face.h"

namespace countersign::bench {
namespace {

Digest sha256_of(std::span<const std::uint8_t> bytes) { return sha256(bytes); }

RenderingRequest request_of(const std::string& file, std::optional<Side> side) {
  return {.image = file,
          .side = side,
          .type = side ? std::optional(DocumentType::Passport) : std::nullopt,
          .mark = {"rvw_Zm9vYmFyYmF6cXV4YWJj",
                   "2026-11-26 21:43:28Z",
                   "5f0c1d52-7b1e-4e0e-9a67-2f0a4b6f5b11"}};
}

// The resident memory of this process, in KiB (proc(5)).
long resident_kib() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmRSS:")) return std::stol(line.substr(6));
  }
  return 0;
}

void draw_here(const char* name,
               const Engine& here,
               const RenderingRequest& request,
               std::size_t rounds) {
  std::vector<double> each;
  std::size_t bytes = 0;
  for (std::size_t round = 0; round < rounds; ++round) {
    const double before = core_ms();
    const auto drawn = here.render(request);
    each.push_back(core_ms() - before);
    if (drawn && *drawn) bytes = (*drawn)->jpeg.size();
  }
  std::printf(
      "{\"bench\":\"render_%s\",\"unit\":\"ms of a core\",\"rounds\":%zu,\"median\":%.1f,"
      "\"least\":%.1f,\"a_second\":%.2f,\"bytes\":%zu}\n",
      name,
      rounds,
      median(each),
      *std::ranges::min_element(each),
      1000 / median(each),
      bytes);
  std::fflush(stdout);
}

// Looks again and again, as reviewers do.
void draw_there(const Engine& there, const RenderingRequest& request, std::size_t rounds) {
  using Clock = std::chrono::steady_clock;
  for (std::size_t round = 0; round < 10; ++round) (void)there.render(request);
  const long before = resident_kib();
  const auto start = Clock::now();
  for (std::size_t round = 0; round < rounds; ++round) (void)there.render(request);
  const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
  std::printf(
      "{\"bench\":\"render_by_worker\",\"unit\":\"a second\",\"rounds\":%zu,\"a_second\":%.2f,"
      "\"resident_before_kib\":%ld,\"resident_after_kib\":%ld}\n",
      rounds,
      static_cast<double>(rounds) / seconds,
      before,
      resident_kib());
}

int run(bool smoke) {
  const std::size_t rounds = smoke ? 3 : 30;
  drawing::DocumentPlan plan;
  plan.type = DocumentType::Passport;
  plan.width = 1920;
  plan.height = 1080;
  const std::string passport = drawing::encode(drawing::draw_document(plan), {});
  plan.width = 4000;
  plan.height = 3000;
  const std::string large = drawing::encode(drawing::draw_document(plan), {});
  const std::string frame = drawing::encode(drawing::draw_face_frame({}), {});
  const EmbeddedEngine here(sha256_of);
  draw_here("passport_2_megapixels", here, request_of(passport, Side::Front), rounds);
  draw_here("passport_12_megapixels", here, request_of(large, Side::Front), rounds);
  draw_here("frame", here, request_of(frame, std::nullopt), rounds);
  const auto there =
      confined::ConfinedEngine::start({.inspector = INSPECTOR_PATH,
                                       .max_pixels = 40'000'000,
                                       .image_max_bytes = 10ull << 20,
                                       .workers = 1,
                                       .timeout = std::chrono::minutes(1)},
                                      [](const confined::InspectorNotice& notice) {
                                        std::fprintf(stderr, "%s\n", notice.why.c_str());
                                      });
  if (!there) {
    std::fprintf(stderr, "%s\n", there.error().why.c_str());
    return 1;
  }
  draw_there(**there, request_of(frame, std::nullopt), smoke ? 20 : 1000);
  return 0;
}

}  // namespace
}  // namespace countersign::bench

int main(int argc, char** argv) {
  return countersign::bench::run(argc > 1 && std::string_view(argv[1]) == "--smoke");
}
