#pragma once

namespace countersign {

// Prints `why` with its place and aborts. For what only a bug of ours can
// bring about: the supervisor restarts the process, and the log is replayed.
[[noreturn]] void check_failed(const char* why, const char* file, unsigned line);

// The place is the caller's. Not a std::source_location, whose current() the clang-tidy of
// Debian 12 does not know.
inline void check(bool condition,
                  const char* why,
                  const char* file = __builtin_FILE(),
                  unsigned line = __builtin_LINE()) {
  if (!condition) [[unlikely]] {
    check_failed(why, file, line);
  }
}

}  // namespace countersign
