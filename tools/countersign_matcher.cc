#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "core/inspection/confined/inspector.h"
#include "core/inspection/matcher/matcher_engine.h"
#include "events/crypto/sha256.h"

// countersign-matcher DETECTOR RECOGNIZER [PRESENTATION]: compares faces for `countersignd`, which
// starts it when the operator names two models, and judges presentation attacks by a third.
//
// The exit statuses are those of countersign-inspector.

namespace {

using namespace countersign;

Digest sha256_of(std::span<const std::uint8_t> bytes) { return sha256(bytes); }

constexpr std::uint64_t kLoadingBytes = 8ull << 30;

Result<std::unique_ptr<Engine>, std::string> make_engine(const matcher::FaceModels::Paths& paths,
                                                         const InspectionLimits& limits) {
  confined::limit_loading_memory(kLoadingBytes);
  auto models = matcher::FaceModels::load(paths, sha256_of);
  if (!models) return models.error();
  return std::unique_ptr<Engine>(
      std::make_unique<matcher::MatcherEngine>(std::move(*models), paths, limits));
}

}  // namespace

int main(int argc, char** argv) {
  matcher::FaceModels::Paths paths;
  if (argc == 3 || argc == 4) paths = {argv[1], argv[2]};
  if (argc == 4) paths.presentation = argv[3];
  return confined::run_program(
      {argv, static_cast<std::size_t>(argc)},
      {.name = "countersign-matcher",
       .usage = "Usage: countersign-matcher DETECTOR RECOGNIZER [PRESENTATION]\n\n"
                "Compares faces with two models in confined processes, and judges presentation "
                "attacks by a\n"
                "third. countersignd starts this program itself; it does nothing on its own."},
      [&](const InspectionLimits& limits) { return make_engine(paths, limits); });
}
