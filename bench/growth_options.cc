#include "bench/growth_options.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "bench/arguments.h"
#include "bench/measured_program.h"

namespace countersign::bench {

GrowthOptions growth_options(int argc, char** argv) {
  GrowthOptions options;
  for (int i = 1; i < argc; ++i) {
    const std::string_view name = argv[i];
    if (name == "--smoke") {
      options = {.sessions = 400, .base = 200, .on_disk = 20, .due = 20, .rounds = 1, .calls = 20};
    } else if (name == "--without-copies") {
      options.copies = false;
    } else if (name == "--drop-caches") {
      options.drop_caches = true;
    } else if (name == "--strict") {
      options.strict = true;
    } else {
      const std::pair<std::string_view, std::uint64_t*> numbers[] = {
          {"--sessions", &options.sessions},
          {"--base", &options.base},
          {"--on-disk", &options.on_disk},
          {"--rounds", &options.rounds},
          {"--calls", &options.calls}};
      const auto found =
          std::ranges::find(numbers, name, &std::pair<std::string_view, std::uint64_t*>::first);
      if (found == std::end(numbers) || i + 1 == argc) give_up("an option is not known");
      *found->second = whole_number(argv[++i]);
    }
  }
  if (options.base == 0 || options.sessions == 0 || options.rounds == 0 || options.calls == 0) {
    give_up("a number among the options is 0");
  }
  return options;
}

}  // namespace countersign::bench
