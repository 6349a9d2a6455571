#pragma once
#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace countersign::tests {

using Arguments = std::vector<std::string>;
using Variables = std::vector<std::pair<std::string, std::string>>;

// How a program ended: its exit status, or 128 and the signal that killed it.
struct Finished {
  int status = -1;
  std::string out;
  std::string err;
};

// One program in the background. What it writes to stderr goes to the file
// `stderr_file`, or to ours. Killed and waited for at the end of its life.
class Program {
 public:
  Program(const Arguments& command,
          const Variables& variables,
          const std::optional<std::filesystem::path>& stderr_file = std::nullopt);
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  pid_t id() const { return process_; }
  // The next line of its stdout, without the newline; none at its end, or when
  // nothing has come for a minute.
  std::optional<std::string> read_line();
  // What is left of its stdout.
  std::string read_rest();
  void signal(int number);
  bool running();
  // None when it has not ended within `limit`.
  std::optional<int> wait(std::chrono::milliseconds limit);

 private:
  bool fill();

  pid_t process_ = -1;
  int stdout_fd_ = -1;
  std::string buffer_;
  std::optional<int> status_;
};

// Runs one program to its end, which must come within two minutes.
Finished run_program(const Arguments& command, const Variables& variables = {});

}  // namespace countersign::tests
