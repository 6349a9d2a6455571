#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "core/inspection/confined/inspector.h"
#include "core/inspection/matcher/matcher_engine.h"
#include "events/crypto/sha256.h"
#include "tools/inspector_host/listen.h"

// countersign-matcher DETECTOR RECOGNIZER [PRESENTATION]: compares faces for `countersignd`, which
// starts it when the operator names two models, and judges presentation attacks by a third. With
// --listen it does so for servers on other machines (tools/inspector_host).
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
  const std::span<char* const> all(argv, static_cast<std::size_t>(argc));
  if (argc > 1 && wants_to_listen(all.subspan(1))) {
    return become_listener("countersign-matcher", all.subspan(1));
  }
  matcher::FaceModels::Paths paths;
  if (argc == 3 || argc == 4) paths = {argv[1], argv[2]};
  if (argc == 4) paths.presentation = argv[3];
  const std::string usage =
      "Usage: countersign-matcher DETECTOR RECOGNIZER [PRESENTATION] [--listen HOST:PORT ...]\n\n"
      "Compares faces with two models in confined processes, and judges presentation attacks by a\n"
      "third. countersignd starts this program itself; without --listen it does nothing on its "
      "own.\n\n" +
      std::string(kListenUsage);
  return confined::run_program(
      all,
      {.name = "countersign-matcher", .usage = usage.c_str()},
      [&](const InspectionLimits& limits) { return make_engine(paths, limits); });
}
