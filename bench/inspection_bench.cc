// The cost of having images inspected by confined workers: the same documents judged in this
// process and by `countersign-inspector`, in turns, one at a time. In milliseconds.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/rounds.h"
#include "core/inspection/confined/confined_engine.h"
#include "core/inspection/engines/embedded_engine.h"
#include "events/crypto/sha256.h"
#include "tests/drawing/camera/encode.h"
#include "tests/drawing/document.h"

namespace countersign::bench {
namespace {

using confined::ConfinedEngine;
using confined::InspectorProcess;

constexpr std::uint64_t kMaxPixels = 40'000'000;
constexpr std::uint64_t kImageMaxBytes = 10ull << 20;

Digest sha256_of(std::span<const std::uint8_t> bytes) { return sha256(bytes); }

double milliseconds_of(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
      .count();
}

void print(const std::string& name, const std::vector<double>& values) {
  std::printf("{\"bench\":\"%s\",\"unit\":\"ms\",\"rounds\":%zu,\"least\":%.2f,\"median\":%.2f}\n",
              name.c_str(),
              values.size(),
              *std::ranges::min_element(values),
              median(values));
  std::fflush(stdout);
}

void judge(const std::string& name,
           const Engine& here,
           const Engine& there,
           const std::string& image,
           std::size_t rounds) {
  const DocumentRequest request{image, Side::Front, std::nullopt, UtcTime()};
  std::vector<double> in_process;
  std::vector<double> by_worker;
  for (std::size_t round = 0; round < rounds; ++round) {
    in_process.push_back(milliseconds_of([&] { (void)here.evaluate_document(request); }));
    by_worker.push_back(milliseconds_of([&] { (void)there.evaluate_document(request); }));
  }
  print(name + "_in_process", in_process);
  print(name + "_by_worker", by_worker);
}

std::string document(std::uint32_t width, std::uint32_t height) {
  drawing::DocumentPlan plan;
  plan.width = width;
  plan.height = height;
  return drawing::encode(drawing::draw_document(plan), {});
}

int run(std::size_t rounds) {
  const EmbeddedEngine here(sha256_of);
  const auto there = ConfinedEngine::start({.inspector = INSPECTOR_PATH,
                                            .max_pixels = kMaxPixels,
                                            .image_max_bytes = kImageMaxBytes,
                                            .workers = 1,
                                            .timeout = std::chrono::minutes(1)},
                                           [](const confined::InspectorNotice& notice) {
                                             std::fprintf(stderr, "%s\n", notice.why.c_str());
                                           });
  if (!there) {
    std::fprintf(stderr, "%s\n", there.error().why.c_str());
    return 1;
  }
  judge("document_1_megapixel", here, **there, document(1280, 860), rounds);
  judge("document_12_megapixels", here, **there, document(4000, 3000), rounds);
  judge("no_image", here, **there, "GIF89a", rounds * 5);
  std::vector<double> starts;
  for (std::size_t round = 0; round < rounds; ++round) {
    starts.push_back(milliseconds_of([] {
      (void)InspectorProcess::start({INSPECTOR_PATH},
                                    {.max_pixels = kMaxPixels, .image_max_bytes = kImageMaxBytes});
    }));
  }
  print("start_and_end_inspector", starts);
  return 0;
}

}  // namespace
}  // namespace countersign::bench

int main(int argc, char** argv) {
  const bool smoke = argc > 1 && std::string_view(argv[1]) == "--smoke";
  return countersign::bench::run(smoke ? 3 : 60);
}
