// write_newer LOG: appends an event that no program knows yet to the log in the folder LOG, which
// no server may hold, as a newer program than those of the packages would.
#include <cstdio>
#include <exception>

#include "events/event_log.h"
#include "tests/events/record/future_event.h"

namespace {

using namespace countersign;

int run(const char* folder) {
  auto log = EventLog::open(folder, {.create_if_missing = false});
  if (!log) {
    std::fprintf(stderr, "write_newer: %s\n", log.error().c_str());
    return 1;
  }
  if (const auto error = test::append_future_event(**log)) {
    std::fprintf(stderr, "write_newer: %s\n", std::string(describe(*error)).c_str());
    return 1;
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc == 2) return run(argv[1]);
    std::fputs("write_newer LOG\n", stderr);
    return 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "write_newer: %s\n", error.what());
    return 1;
  }
}
