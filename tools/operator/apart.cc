#include "tools/operator/apart.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "core/check.h"
#include "core/machine/files/owned_fd.h"
#include "tools/machine/work_progress.h"

namespace countersign {
namespace {

// The first byte of what the other process sends: an answer or a fault follows.
constexpr char kAnswer = 'a';
constexpr char kFault = 'f';

bool send(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ::ssize_t sent = ::write(fd, bytes.data(), bytes.size());
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

std::string receive(int fd) {
  std::string received;
  std::array<char, 64 * 1024> piece;
  for (;;) {
    const ::ssize_t got = ::read(fd, piece.data(), piece.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return received;
    received.append(piece.data(), static_cast<std::size_t>(got));
  }
}

// The address space of this process; 0 if the system does not say.
std::uint64_t address_space() {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen("/proc/self/statm", "re"),
                                                             &std::fclose);
  unsigned long long pages = 0;
  if (!file || std::fscanf(file.get(), "%llu", &pages) != 1) return 0;
  return pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

// A library that believes a length in a file gets no memory for that length. Without a limit the
// work is done all the same: the file may be the operator's own.
void limit_memory() {
  const std::uint64_t most = address_space() + kMemoryApart;
  const rlimit both{most, most};
  (void)::setrlimit(RLIMIT_AS, &both);
}

// The process that waits for the answer may be ended while the work goes on, and nobody wants it
// then. A terminal's Ctrl-C reaches both processes; a signal to one of them does not.
void end_with(::pid_t parent) {
  (void)::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(1);
}

[[noreturn]] void work_and_end(int fd,
                               ::pid_t parent,
                               const std::function<OperatorAnswer()>& work) {
  end_with(parent);
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  limit_memory();
  const OperatorAnswer answer = work();
  const bool sent = answer ? send(fd, kAnswer + *answer)
                           : send(fd, kFault + answer.error().detail + '\0' + answer.error().body);
  ::_exit(sent ? 0 : 1);
}

std::string how_it_ended(int status) {
  if (!WIFSIGNALED(status)) return "ended without an answer";
  const char* const name = ::sigabbrev_np(WTERMSIG(status));
  return fmt::format("was ended by SIG{}", name != nullptr ? name : "?");
}

}  // namespace

OperatorAnswer do_apart(const std::string& what,
                        const std::function<OperatorAnswer()>& work,
                        const std::string& title) {
  std::array<int, 2> ends{-1, -1};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return OperatorFault{what + ": no pipe"};
  OwnedFd ours(ends[0]);
  OwnedFd theirs(ends[1]);
  const ::pid_t self = ::getpid();
  const ::pid_t process = ::fork();
  if (process < 0) return OperatorFault{what + ": no further process"};
  if (process == 0) work_and_end(theirs.get(), self, work);
  theirs.reset();
  std::string said = [&] {
    // Its thread begins behind the fork.
    std::optional<WorkProgress> progress;
    if (!title.empty()) progress.emplace(title);
    return receive(ours.get());
  }();
  int status = 0;
  while (::waitpid(process, &status, 0) < 0)
    check(errno == EINTR, "waitpid() for a child process fails only with EINTR");
  const bool whole = WIFEXITED(status) && WEXITSTATUS(status) == 0 && !said.empty();
  if (!whole) {
    return OperatorFault{
        fmt::format("{}: the process that read it {}", what, how_it_ended(status))};
  }
  const char kind = said.front();
  said.erase(0, 1);
  if (kind == kAnswer) return said;
  const std::size_t end = said.find('\0');
  return OperatorFault{said.substr(0, end), said.substr(end + 1)};
}

}  // namespace countersign
