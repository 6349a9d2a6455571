#include "events/crypto/keys/key_command.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <optional>

#include "core/text/bytes.h"
#include "events/crypto/secret.h"

namespace countersign {
namespace {

constexpr std::size_t kOutputMaxBytes = 65;  // 64 digits and a newline

using SteadyClock = std::chrono::steady_clock;

// The command, in its own process group. The whole group is killed at the end.
class Child {
 public:
  explicit Child(const std::string& command) {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return;
    output_ = ends[0];
    started_ = spawn(command, ends[1]);
    ::close(ends[1]);
  }
  ~Child() {
    if (output_ >= 0) ::close(output_);
    if (started_) finish();
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  bool started() const { return started_; }
  int output() const { return output_; }
  // Kills the group; returns whether the command had ended by itself with exit status 0.
  bool finish() {
    if (!started_) return false;
    started_ = false;
    ::kill(-process_, SIGKILL);
    int status = 0;
    while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) continue;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
  }
  // Waits for the command without killing it; returns nullopt at the deadline. If the command has
  // ended, kills the rest of its group and returns whether its exit status is 0.
  std::optional<bool> wait_until(SteadyClock::time_point deadline) {
    for (;;) {
      int status = 0;
      const ::pid_t ended = ::waitpid(process_, &status, WNOHANG);
      if (ended == process_) {
        started_ = false;
        ::kill(-process_, SIGKILL);
        return WIFEXITED(status) && WEXITSTATUS(status) == 0;
      }
      if (SteadyClock::now() >= deadline) return std::nullopt;
      ::poll(nullptr, 0, 5);
    }
  }

 private:
  bool spawn(const std::string& command, int write_end) {
    ::posix_spawn_file_actions_t files;
    ::posix_spawnattr_t attributes;
    ::posix_spawn_file_actions_init(&files);
    ::posix_spawnattr_init(&attributes);
    ::posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_adddup2(&files, write_end, STDOUT_FILENO);
    ::posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    // The server blocks the signals that end it. The command must not inherit that mask.
    ::sigset_t none;
    ::sigemptyset(&none);
    ::posix_spawnattr_setsigmask(&attributes, &none);
    ::posix_spawnattr_setpgroup(&attributes, 0);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
    std::string shell = "/bin/sh";
    std::string flag = "-c";
    std::string text = command;
    const std::array<char*, 4> arguments{shell.data(), flag.data(), text.data(), nullptr};
    const int failed =
        ::posix_spawn(&process_, shell.c_str(), &files, &attributes, arguments.data(), environ);
    ::posix_spawnattr_destroy(&attributes);
    ::posix_spawn_file_actions_destroy(&files);
    return failed == 0;
  }

  ::pid_t process_ = -1;
  int output_ = -1;
  bool started_ = false;
};

using Output = std::array<std::uint8_t, kOutputMaxBytes + 1>;

int milliseconds_until(SteadyClock::time_point deadline) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - SteadyClock::now());
  return static_cast<int>(std::max<std::int64_t>(left.count(), 0));
}

// Reads up to the end of the output and returns its size; a sentence if the output is too long, too
// late or unreadable.
Result<std::size_t, std::string> read_output(int fd,
                                             Output& output,
                                             SteadyClock::time_point deadline) {
  std::size_t size = 0;
  while (size < output.size()) {
    ::pollfd waiting{fd, POLLIN, 0};
    const int ready = ::poll(&waiting, 1, milliseconds_until(deadline));
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) return std::string("the master key command took too long");
    const ::ssize_t count = ::read(fd, output.data() + size, output.size() - size);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return std::string("the output of the master key command cannot be read");
    if (count == 0) return size;
    size += static_cast<std::size_t>(count);
  }
  return std::string("the master key command printed more than a key");
}

}  // namespace

Result<MasterKey, std::string> master_key_of_command(const std::string& command,
                                                     std::chrono::milliseconds timeout) {
  const SteadyClock::time_point deadline = SteadyClock::now() + timeout;
  Child child(command);
  if (!child.started()) return std::string("the master key command cannot be started");
  Output output{};
  const auto size = read_output(child.output(), output, deadline);
  std::optional<MasterKey> key;
  if (size) key = MasterKey::parse(ByteView(output).first(*size));
  cleanse(output);
  if (!size) return size.error();
  const std::optional<bool> succeeded = child.wait_until(deadline);
  if (!succeeded) return std::string("the master key command took too long");
  if (!*succeeded) return std::string("the master key command failed: its exit status is not 0");
  if (!key) {
    return std::string(
        "the master key command must print 64 hexadecimal digits, or 32 raw bytes, and nothing "
        "more");
  }
  return std::move(*key);
}

}  // namespace countersign
