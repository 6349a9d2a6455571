#include "tools/machine/terminal.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "core/machine/threads/mutex.h"
#include "core/text/printable.h"
#include "tools/terminal/progress_line.h"

namespace countersign {
namespace {

std::optional<std::string> variable(const std::string& name) {
  // NOLINTNEXTLINE(concurrency-mt-unsafe): nothing here ever sets a variable
  const char* const value = std::getenv(name.c_str());
  if (value == nullptr) return std::nullopt;
  return value;
}

Screen screen_of_descriptor(int fd) {
  ::winsize size{};
  const bool is_terminal = ::isatty(fd) == 1;
  if (is_terminal && ::ioctl(fd, TIOCGWINSZ, &size) != 0) size.ws_col = 0;
  return screen_of(is_terminal, size.ws_col, variable);
}

// Two streams on what may be one terminal, whose present line may show progress.
class Streams {
 public:
  void write(std::FILE* stream, std::string_view text) {
    const MutexLock lock(mutex_);
    put(stderr, progress_.erase());
    if (!put(stream, text) && stream == stdout) remember_error();
  }
  // The error number of the first write to stdout that failed; 0: none did.
  int flush() {
    const MutexLock lock(mutex_);
    if (std::fflush(stdout) != 0) remember_error();
    return error_;
  }
  void show(const std::string& line, std::size_t columns) {
    const MutexLock lock(mutex_);
    put(stderr, progress_.show(line, columns));
  }

 private:
  static bool put(std::FILE* stream, std::string_view text) {
    return std::fwrite(text.data(), 1, text.size(), stream) == text.size();
  }
  void remember_error() REQUIRES_LOCK(mutex_) {
    if (error_ == 0) error_ = errno;
  }

  Mutex mutex_;
  InPlaceLine progress_ GUARDED_BY(mutex_);
  int error_ GUARDED_BY(mutex_) = 0;  // of stdout
};

Streams& streams() {
  static Streams streams;
  return streams;
}

// Runs in a signal handler, which the signal has reset to the default.
void erase_line_and_end(int signal_number) {
  constexpr std::string_view kErase = "\r\x1b[K";  // ECMA-48: EL
  [[maybe_unused]] const ::ssize_t written = ::write(STDERR_FILENO, kErase.data(), kErase.size());
  ::raise(signal_number);
}

}  // namespace

void keep_standard_descriptors() {
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(fd, F_GETFD) >= 0 || errno != EBADF) continue;
    // open() returns the lowest number that is free: this one.
    [[maybe_unused]] const int opened =
        ::open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

Screen screen_of_stdout() { return screen_of_descriptor(STDOUT_FILENO); }

Screen screen_of_stderr() { return screen_of_descriptor(STDERR_FILENO); }

void print_out(std::string_view text) { streams().write(stdout, printable_lines(text)); }

void print_out(const StyledText& text) {
  if (!screen_of_stdout().colours) return print_out(text.plain());
  streams().write(stdout, text.painted());
}

void print_json(std::string_view json) { streams().write(stdout, printable_json(json)); }

void print_error(std::string_view text) { streams().write(stderr, printable_lines(text)); }

void print_failure(std::string_view program, std::string_view why) {
  streams().write(stderr, printable(program) + ": " + printable(why) + "\n");
}

std::optional<std::string> lost_output() {
  const int error = streams().flush();
  if (error == 0) return std::nullopt;
  return std::string("stdout could not be written: ") + std::strerror(error);
}

int finish_output(std::string_view program, int status) {
  const auto lost = lost_output();
  if (!lost) return status;
  print_failure(program, *lost + "; the output is incomplete");
  return status == 0 ? kLostOutputStatus : status;
}

void print_progress(const std::string& line) {
  streams().show(printable(line), screen_of_stderr().columns.value_or(0));
}

void erase_progress() { streams().write(stderr, ""); }

ErasedOnSignals::ErasedOnSignals() {
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    ::sigaction(kSignals[i], nullptr, &before_[i]);
    if (before_[i].sa_handler != SIG_DFL) continue;
    struct ::sigaction action {};
    action.sa_handler = &erase_line_and_end;
    action.sa_flags = static_cast<int>(SA_RESETHAND | SA_NODEFER);
    ::sigaction(kSignals[i], &action, nullptr);
  }
}

ErasedOnSignals::~ErasedOnSignals() {
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    ::sigaction(kSignals[i], &before_[i], nullptr);
  }
}

}  // namespace countersign
