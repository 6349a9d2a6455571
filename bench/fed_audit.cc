#include "bench/fed_audit.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string_view>
#include <system_error>
#include <vector>

#include "bench/open_log.h"
#include "core/machine/files/owned_fd.h"
#include "events/audit/export/verify_export.h"
#include "events/audit/log_audit.h"
#include "events/tlog/tree/frontier.h"

namespace countersign::bench {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kPipeBytes = std::size_t{1} << 20;

bool write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ::ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

// Writes the lines of the log, and behind them the root.
bool feed(int fd, OpenLog log) {
  tlog::Frontier tree;
  std::string bytes;
  for (std::uint64_t n = 0; n < log.events(); ++n) {
    const StoredEvent event = log.next();
    tree.append(event.leaf.value());
    bytes += event.bytes;
    bytes += '\n';
    if (bytes.size() < kPipeBytes / 4) continue;
    if (!write_all(fd, bytes)) return false;
    bytes.clear();
  }
  const Digest root = tree.root();
  bytes.append(reinterpret_cast<const char*>(root.data()), root.size());
  return write_all(fd, bytes);
}

// The log at the reading end of a pipe.
class FedLog : public AuditedLog {
 public:
  // `root` gets the root that comes behind the lines, and outlives the log.
  FedLog(int fd, Digest& root) : fd_(fd), root_(root) {}

  std::string_view events_file() const override { return "pipe"; }

  std::optional<LogFault> read(std::uint64_t size, const Sink& sink) override {
    for (std::uint64_t given = 0; given < size; ++given) {
      const auto line = next_line();
      if (!line) return LogFault{Sequence(given + 1), "pipe", "the log ends early"};
      if (!sink(*line)) return std::nullopt;
    }
    while (rest().size() < root_.size()) {
      if (!fill()) return LogFault{std::nullopt, "pipe", "the log has no root"};
    }
    std::memcpy(root_.data(), rest().data(), root_.size());
    return std::nullopt;
  }
  std::optional<LogFault> compare(std::string_view, const Digest&) override { return std::nullopt; }
  std::optional<LogFault> compare_end() override { return std::nullopt; }
  std::optional<LogFault> compare(const tlog::Tile&, std::string_view) override {
    return std::nullopt;
  }

 private:
  std::string_view rest() const { return {buffer_.data() + at_, end_ - at_}; }

  std::optional<std::string_view> next_line() {
    for (;;) {
      const std::size_t length = rest().find('\n');
      if (length != std::string_view::npos) {
        const std::string_view line = rest().substr(0, length);
        at_ += length + 1;
        return line;
      }
      if (!fill()) return std::nullopt;
    }
  }

  // Reads behind the rest, which is moved to the front. An event is shorter than the buffer.
  bool fill() {
    std::memmove(buffer_.data(), buffer_.data() + at_, end_ - at_);
    end_ -= at_;
    at_ = 0;
    const ::ssize_t got = ::read(fd_, buffer_.data() + end_, buffer_.size() - end_);
    end_ += static_cast<std::size_t>(std::max<::ssize_t>(got, 0));
    return got > 0;
  }

  const int fd_;
  Digest& root_;
  std::vector<char> buffer_ = std::vector<char>(kPipeBytes);
  std::size_t at_ = 0;
  std::size_t end_ = 0;
};

// Lets this process run on any core.
void leave_the_core() {
  ::cpu_set_t all;
  CPU_ZERO(&all);
  for (std::size_t core = 0; core < CPU_SETSIZE; ++core) CPU_SET(core, &all);
  (void)::sched_setaffinity(0, sizeof(all), &all);
}

// The bytes of the open files of this process that have no name.
std::uint64_t bytes_without_name() {
  std::uint64_t bytes = 0;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator("/proc/self/fd", ignored)) {
    struct ::stat found {};
    if (::stat(entry.path().c_str(), &found) != 0) continue;
    if (S_ISREG(found.st_mode) && found.st_nlink == 0) {
      bytes += static_cast<std::uint64_t>(found.st_size);
    }
  }
  return bytes;
}

}  // namespace

std::string audit_fed(std::uint64_t sessions,
                      std::uint64_t open,
                      const fs::path& folder,
                      std::uint64_t& spilled) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return "there is no pipe";
  (void)::fcntl(ends[1], F_SETPIPE_SZ, kPipeBytes);
  const OpenLog made(sessions, open);
  const ::pid_t feeder = ::fork();
  if (feeder < 0) return "there is no other process";
  if (feeder == 0) {
    ::close(ends[0]);
    leave_the_core();
    std::_Exit(feed(ends[1], made) ? 0 : 1);
  }
  ::close(ends[1]);
  const OwnedFd end(ends[0]);
  LogAuditOptions options;
  options.tree = {"pipe", made.events(), {}};
  options.means.folder = folder;
  options.judged = [&](std::uint64_t, std::uint64_t) {
    spilled = std::max(spilled, bytes_without_name());
  };
  FedLog log(end.get(), options.tree.root);
  const LogVerdict verdict = audit_log(log, options);
  const auto fault = fault_in(verdict);
  return fault ? fault->why : "";
}

}  // namespace countersign::bench
