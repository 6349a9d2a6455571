#include "tools/machine/operator_log.h"

#include <unistd.h>

#include <algorithm>

#include "core/text/printable.h"
#include "tools/machine/system_clock.h"

namespace countersign {

namespace {

bool is_bare(std::string_view value) {
  return !value.empty() && std::ranges::all_of(value, [](char c) {
    return c > ' ' && c < '\x7f' && c != '"' && c != '=' && c != '\\';
  });
}

// Appends a value bare or in quotes. In quotes, a backslash precedes each quote and each backslash,
// and unprintable characters are escaped, so that no value can pass for a line of its own.
void append_value(std::string& line, std::string_view value) {
  if (is_bare(value)) {
    line += value;
    return;
  }
  std::string quoted;
  for (const char c : value) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  line += '"' + printable(quoted) + '"';
}

}  // namespace

void OperatorLog::error(std::string_view message, std::initializer_list<Field> fields) {
  write(LogLevel::Error, message, fields);
}
void OperatorLog::warn(std::string_view message, std::initializer_list<Field> fields) {
  write(LogLevel::Warn, message, fields);
}
void OperatorLog::info(std::string_view message, std::initializer_list<Field> fields) {
  write(LogLevel::Info, message, fields);
}
void OperatorLog::debug(std::string_view message, std::initializer_list<Field> fields) {
  write(LogLevel::Debug, message, fields);
}

void OperatorLog::write(LogLevel level,
                        std::string_view message,
                        std::initializer_list<Field> fields) {
  if (!tells(level)) return;
  std::string line = "time=" + to_string(SystemClock().now()) + " level=";
  line += name_of(level);
  line += " message=";
  append_value(line, message);
  for (const Field& field : fields) {
    line += ' ';
    line += field.key;
    line += '=';
    append_value(line, field.value);
  }
  line += '\n';
  const MutexLock lock(mutex_);
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, line.data(), line.size());
}

}  // namespace countersign
