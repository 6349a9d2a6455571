#include <stdio.h>
#include <sys/resource.h>

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "core/inspection/confined/inspector.h"
#include "core/inspection/matcher/matcher_engine.h"
#include "events/crypto/sha256.h"

// countersign-matcher DETECTOR RECOGNIZER: compares faces for `countersignd`, which starts it when
// the operator names two models.
//
// The exit statuses are those of countersign-inspector.

namespace {

using namespace countersign;

Digest sha256_of(std::span<const std::uint8_t> bytes) { return sha256(bytes); }

// Limits the memory of this process, because a damaged model may request any amount. Workers have
// limits of their own.
void limit_memory() {
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  constexpr rlim_t kLoadingBytes = 8ull << 30;
  const rlimit both{kLoadingBytes, kLoadingBytes};
  ::setrlimit(RLIMIT_AS, &both);
#endif
}

Result<std::unique_ptr<Engine>, std::string> make_engine(const matcher::FaceModels::Paths& paths,
                                                         const InspectionLimits& limits) {
  limit_memory();
  auto models = matcher::FaceModels::load(paths, sha256_of);
  if (!models) return models.error();
  return std::unique_ptr<Engine>(
      std::make_unique<matcher::MatcherEngine>(std::move(*models), paths, limits));
}

}  // namespace

int main(int argc, char** argv) {
  const std::span<char*> arguments(argv, static_cast<std::size_t>(argc));
  if (argc > 1 && std::string_view(arguments[1]) == "--version") {
    std::puts("countersign-matcher " COUNTERSIGN_VERSION);
    return 0;
  }
  if (argc > 1 && std::string_view(arguments[1]) == "--help") {
    std::puts(
        "Usage: countersign-matcher DETECTOR RECOGNIZER\n\n"
        "Compares faces with two models in confined processes. countersignd starts this program\n"
        "itself; it does nothing on its own.");
    return 0;
  }
  matcher::FaceModels::Paths paths;
  if (argc == 3) paths = {arguments[1], arguments[2]};
  return confined::run_inspector(
      [&](const InspectionLimits& limits) { return make_engine(paths, limits); });
}
