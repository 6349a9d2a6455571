#pragma once
#include <source_location>

namespace countersign {

// Prints `why` with its place and aborts. For what only a bug of ours can
// bring about: the supervisor restarts the process, and the log is replayed.
[[noreturn]] void check_failed(const char* why, const std::source_location& where);

inline void check(bool condition,
                  const char* why,
                  const std::source_location& where = std::source_location::current()) {
  if (!condition) [[unlikely]] {
    check_failed(why, where);
  }
}

}  // namespace countersign
