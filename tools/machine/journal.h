#pragma once
#include <initializer_list>
#include <mutex>
#include <string>
#include <string_view>

#include "tools/options/log_level.h"

namespace countersign {

// What a running program tells its operator: one line of key=value pairs on
// stderr for each thing that happened, for people and for `grep` alike.
//
//   time=2026-11-21T05:00:00.000123Z level=info message="listening" address=127.0.0.1:8080
//
// Nothing that came in a request's body, and no credential, is ever given to it.
// Thread-safe; a line is written whole. A stderr that takes nothing is ignored.
class Journal {
 public:
  struct Field {
    std::string_view key;
    std::string value;
  };

  explicit Journal(LogLevel level) : level_(level) {}
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  // Whether a line of this level is written: not to make what would be dropped.
  bool tells(LogLevel level) const { return level <= level_; }

  void error(std::string_view message, std::initializer_list<Field> fields = {});
  void warn(std::string_view message, std::initializer_list<Field> fields = {});
  void info(std::string_view message, std::initializer_list<Field> fields = {});
  void debug(std::string_view message, std::initializer_list<Field> fields = {});

 private:
  void write(LogLevel level, std::string_view message, std::initializer_list<Field> fields);

  const LogLevel level_;
  std::mutex mutex_;
};

}  // namespace countersign
