#pragma once
#include <atomic>
#include <initializer_list>
#include <string>
#include <string_view>

#include "core/machine/threads/mutex.h"
#include "tools/options/log_level.h"

namespace countersign {

// The operator's log that a running program writes for its operator: one line of key=value pairs on
// stderr for each thing that happened, for people and for `grep` alike.
//
//   time=2026-11-21T05:00:00.000123Z level=info message="listening" address=127.0.0.1:8080
//
// Callers never pass anything from a request's body, or a credential. Thread-safe; a line is
// written whole. Write errors on stderr are ignored.
class OperatorLog {
 public:
  struct Field {
    std::string_view key;
    std::string value;
  };

  explicit OperatorLog(LogLevel level) : level_(level) {}
  OperatorLog(const OperatorLog&) = delete;
  OperatorLog& operator=(const OperatorLog&) = delete;

  // Returns whether lines of this level are written, so that callers need not build a line that
  // would be dropped.
  bool tells(LogLevel level) const { return level <= level_.load(std::memory_order_relaxed); }
  void set_level(LogLevel level) { level_.store(level, std::memory_order_relaxed); }

  void error(std::string_view message, std::initializer_list<Field> fields = {});
  void warn(std::string_view message, std::initializer_list<Field> fields = {});
  void info(std::string_view message, std::initializer_list<Field> fields = {});
  void debug(std::string_view message, std::initializer_list<Field> fields = {});

 private:
  void write(LogLevel level, std::string_view message, std::initializer_list<Field> fields);

  std::atomic<LogLevel> level_;
  Mutex mutex_;  // held while a line is written
};

}  // namespace countersign
