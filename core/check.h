#pragma once

namespace countersign {

// Prints `why` with its source location and aborts. For states that only a bug of this program can
// cause: the supervisor restarts the process, and the log is replayed.
[[noreturn]] void check_failed(const char* why, const char* file, unsigned line);

// The source location is the caller's. std::source_location is not used because the clang-tidy of
// Debian 12 does not know its current().
inline void check(bool condition,
                  const char* why,
                  const char* file = __builtin_FILE(),
                  unsigned line = __builtin_LINE()) {
  if (!condition) [[unlikely]] {
    check_failed(why, file, line);
  }
}

}  // namespace countersign
