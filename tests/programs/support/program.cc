#include "tests/programs/support/program.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <sstream>
#include <string_view>

#include "core/check.h"
#include "tests/events/support/temp_folder.h"

extern char** environ;

namespace countersign::tests {

namespace {

constexpr int kReadLimitMs = 60'000;
constexpr std::chrono::seconds kRunLimit{120};

// The environment of a child: this process's own without settings of the server, which a developer
// may have exported, and with the test's variables.
std::vector<std::string> environment_with(const Variables& variables) {
  const auto is_set = [&](std::string_view entry) {
    return std::any_of(variables.begin(), variables.end(), [&](const auto& variable) {
      return entry.starts_with(variable.first + "=");
    });
  };
  std::vector<std::string> all;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    if (!text.starts_with("COUNTERSIGN_") && !is_set(text)) all.emplace_back(text);
  }
  for (const auto& [name, value] : variables) all.push_back(name + "=" + value);
  return all;
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

int status_of(int wait_status) {
  return WIFSIGNALED(wait_status) ? 128 + WTERMSIG(wait_status) : WEXITSTATUS(wait_status);
}

// Waits for the end of a process without polling in a loop.
bool ends_within(pid_t process, std::chrono::milliseconds limit) {
  const int fd = static_cast<int>(::syscall(SYS_pidfd_open, process, 0));
  check(fd >= 0, "the system opens a descriptor of a child process");
  pollfd ended{fd, POLLIN, 0};
  int ready = 0;
  do {
    ready = ::poll(&ended, 1, static_cast<int>(limit.count()));
  } while (ready < 0 && errno == EINTR);
  ::close(fd);
  return ready > 0;
}

}  // namespace

Program::Program(const Arguments& command,
                 const Variables& variables,
                 const std::optional<std::filesystem::path>& stderr_file) {
  std::vector<std::string> texts = command;
  std::vector<std::string> environment = environment_with(variables);
  const std::vector<char*> argument_pointers = pointers_to(texts);
  const std::vector<char*> environment_pointers = pointers_to(environment);
  int out[2];
  check(::pipe2(out, O_CLOEXEC) == 0,
        "the system creates a pipe for the output of a child process");
  int err = -1;
  if (stderr_file) {
    err = ::open(stderr_file->c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    check(err >= 0, "the file for the stderr of a child process opens for writing");
  }
  process_ = ::fork();
  check(process_ >= 0, "the system forks a child process");
  if (process_ == 0) {
    const int nothing = ::open("/dev/null", O_RDONLY);
    ::dup2(nothing, STDIN_FILENO);
    ::dup2(out[1], STDOUT_FILENO);
    if (err >= 0) ::dup2(err, STDERR_FILENO);
    ::execvpe(argument_pointers[0], argument_pointers.data(), environment_pointers.data());
    ::_exit(127);
  }
  ::close(out[1]);
  if (err >= 0) ::close(err);
  stdout_fd_ = out[0];
}

Program::~Program() {
  if (running()) {
    signal(SIGKILL);
    (void)wait(kRunLimit);
  }
  ::close(stdout_fd_);
}

bool Program::fill() {
  pollfd readable{stdout_fd_, POLLIN, 0};
  if (::poll(&readable, 1, kReadLimitMs) <= 0) return false;
  char bytes[4096];
  const ssize_t got = ::read(stdout_fd_, bytes, sizeof(bytes));
  if (got <= 0) return false;
  buffer_.append(bytes, static_cast<std::size_t>(got));
  return true;
}

std::optional<std::string> Program::read_line() {
  std::size_t end = 0;
  while ((end = buffer_.find('\n')) == std::string::npos) {
    if (!fill()) return std::nullopt;
  }
  std::string line = buffer_.substr(0, end);
  buffer_.erase(0, end + 1);
  return line;
}

std::string Program::read_rest() {
  while (fill()) {
  }
  return std::move(buffer_);
}

void Program::signal(int number) {
  if (!status_) ::kill(process_, number);
}

bool Program::running() { return !wait(std::chrono::milliseconds(0)); }

std::optional<int> Program::wait(std::chrono::milliseconds limit) {
  if (status_) return status_;
  if (!ends_within(process_, limit)) return std::nullopt;
  int wait_status = 0;
  check(::waitpid(process_, &wait_status, 0) == process_,
        "the system reports the status of a child process that has ended");
  status_ = status_of(wait_status);
  return status_;
}

Finished run_program(const Arguments& command, const Variables& variables) {
  const TempFolder folder;
  const auto err = folder.path() / "stderr";
  Program program(command, variables, err);
  Finished finished;
  finished.out = program.read_rest();
  finished.status = program.wait(kRunLimit).value_or(-1);
  std::ostringstream text;
  text << std::ifstream(err).rdbuf();
  finished.err = text.str();
  return finished;
}

}  // namespace countersign::tests
