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

// How a program ended: its exit status, or 128 + the signal that killed it.
struct Finished {
  int status = -1;
  std::string out;
  std::string err;
};

// One program in the background. Its stderr goes to `stderr_file`, or to this process's stderr. The
// destructor kills it and waits for it.
class Program {
 public:
  Program(const Arguments& command,
          const Variables& variables,
          const std::optional<std::filesystem::path>& stderr_file = std::nullopt);
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  pid_t id() const { return process_; }
  // The next line of its stdout, without the newline; nullopt at the end, or if nothing came for a
  // minute.
  std::optional<std::string> read_line();
  // The rest of its stdout.
  std::string read_rest();
  void signal(int number);
  bool running();
  // Waits for the end of the program. Returns nullopt if it has not ended within `limit`.
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
