#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/inspection/confined/confined_matcher.h"
#include "core/inspection/confined/confined_reader.h"
#include "tools/inspector_host/inspector_host.h"
#include "tools/machine/terminal.h"

// countersign-listener PROGRAM --listen ...: serves servers on other machines with a judging
// program that lies beside it. The judging programs start it themselves, given --listen.

namespace {

using namespace countersign;

struct Judging {
  const char* name;
  std::uint64_t engine_bytes;  // that its engine may allocate in addition to the pictures
};
constexpr std::array<Judging, 3> kPrograms{
    {{"countersign-inspector", 0},
     {"countersign-matcher", confined::ConfinedMatcher::kEngineBytes},
     {"countersign-reader", confined::ConfinedReader::kEngineBytes}}};

constexpr const char* kHelp =
    "Usage: countersign-listener PROGRAM --listen HOST:PORT --key FILE ...\n"
    "\n"
    "Serves servers on other machines with a judging program. That program starts this one\n"
    "itself, given --listen.\n";

}  // namespace

int main(int argc, char** argv) {
  keep_standard_descriptors();
  const std::string_view name = argc > 1 ? argv[1] : "";
  if (name == "--help") {
    print_out(kHelp);
    return 0;
  }
  const auto program = std::ranges::find(kPrograms, name, &Judging::name);
  if (program == kPrograms.end()) {
    print_failure("countersign-listener",
                  "started by `countersign-inspector --listen HOST:PORT --key FILE`, not on its "
                  "own");
    return 2;
  }
  return run_inspector_host(
      program->name, {argv + 2, static_cast<std::size_t>(argc - 2)}, program->engine_bytes);
}
