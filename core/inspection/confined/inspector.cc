#include "core/inspection/confined/inspector.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <map>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "core/inspection/confined/confinement.h"
#include "core/inspection/confined/message.h"
#include "core/inspection/confined/packet.h"
#include "core/inspection/confined/picture_memory.h"
#include "core/inspection/confined/worker.h"
#include "core/inspection/image/image_buffer.h"
#include "core/version.h"

namespace countersign::confined {
namespace {

// Exit statuses.
constexpr int kNotStartedByServer = 2;
constexpr int kBroken = 1;

bool is_packet_socket(int descriptor) {
  int type = 0;
  socklen_t length = sizeof(type);
  return ::getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &type, &length) == 0 &&
         type == SOCK_SEQPACKET;
}

// The memory for a picture within the limits. A decoded picture takes 3 bytes per pixel, rotating
// it or the coefficients of a progressive JPEG up to 6 more, and its brightness 1. The rest is for
// what does not grow with the picture, and for fragmentation.
std::uint64_t memory_for(const Setup& setup) {
  constexpr std::uint64_t kBytesPerPixel = 12;         // ten, and a fifth of that
  constexpr std::uint64_t kSlackBytes = 128ull << 20;  // the rest
  return kBytesPerPixel * setup.max_pixels + 2 * setup.image_max_bytes + kSlackBytes +
         setup.engine_bytes;
}

// The forked child. Never returns.
[[noreturn]] void be_worker(
    const Engine& engine, const Setup& setup, int parent, int channel, int image) {
  const std::string_view buffer = map_image_buffer(image, setup.image_max_bytes);
  if (::dup2(channel, kWorkerChannel) != kWorkerChannel) ::_exit(kBroken);
  if (buffer.empty()) {
    tell_unfit("its image buffer cannot be mapped");
    ::_exit(kBroken);
  }
  if (const auto why = confine(kWorkerChannel, parent, memory_for(setup))) {
    tell_unfit(*why);
    ::_exit(kBroken);
  }
  serve_one_task(engine, buffer);
  ::_exit(0);
}

class Inspector {
 public:
  Inspector(const Setup& setup, std::unique_ptr<Engine> engine)
      : setup_(setup), engine_(std::move(engine)), self_(::getpid()) {}

  // Serves requests until the server has ended.
  int run();

 private:
  void start(const StartWorker& command, const Packet& packet);
  std::optional<std::int32_t> end(std::uint64_t number);
  std::optional<std::uint64_t> processor_ms(std::uint64_t number) const;

  const Setup setup_;
  const std::unique_ptr<Engine> engine_;
  const ::pid_t self_;
  std::map<std::uint64_t, ::pid_t> workers_;  // not yet waited for
};

void Inspector::start(const StartWorker& command, const Packet& packet) {
  if (packet.descriptors.size() != 2) return;
  const ::pid_t process = ::fork();
  if (process == 0) {
    be_worker(*engine_, setup_, self_, packet.descriptors[0].get(), packet.descriptors[1].get());
  }
  // If the fork failed, the server finds the channel closed.
  if (process > 0) workers_.emplace(command.number, process);
}

std::optional<std::int32_t> Inspector::end(std::uint64_t number) {
  const auto found = workers_.find(number);
  if (found == workers_.end()) return std::nullopt;
  const ::pid_t process = found->second;
  workers_.erase(found);
  ::kill(process, SIGKILL);  // a worker that has already ended keeps its own status
  int status = 0;
  while (::waitpid(process, &status, 0) < 0) {
    if (errno != EINTR) return std::nullopt;
  }
  return status;
}

// clock_getcpuclockid(3): the time of all threads of the worker, which has only one.
std::optional<std::uint64_t> Inspector::processor_ms(std::uint64_t number) const {
  const auto found = workers_.find(number);
  if (found == workers_.end()) return std::nullopt;
  ::clockid_t clock{};
  ::timespec used{};
  if (::clock_getcpuclockid(found->second, &clock) != 0) return std::nullopt;
  if (::clock_gettime(clock, &used) != 0) return std::nullopt;
  return static_cast<std::uint64_t>(used.tv_sec) * 1'000 +
         static_cast<std::uint64_t>(used.tv_nsec) / 1'000'000;
}

int Inspector::run() {
  for (;;) {
    const Received received = receive_packet(kInspectorControl, std::nullopt);
    if (!received.packet) return 0;
    const auto message = decode<ToInspector>(received.packet->bytes);
    if (!message) return kBroken;
    if (const auto* command = std::get_if<StartWorker>(&*message))
      start(*command, *received.packet);
    if (const auto* command = std::get_if<EndWorker>(&*message)) {
      const auto status = end(command->number);
      if (command->tell &&
          !send_packet(kInspectorControl, encode(WorkerEnded{command->number, status}))) {
        return kBroken;
      }
    }
    if (const auto* command = std::get_if<MeasureWorker>(&*message)) {
      const WorkerMeasured measured{command->number, processor_ms(command->number)};
      if (!send_packet(kInspectorControl, encode(measured))) return kBroken;
    }
  }
}

// Ignores the signals that a terminal or a supervisor sends to all processes of the server: the
// server still finishes what is in flight, and ends this process by ending itself.
void outlive_signals() {
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) ::signal(number, SIG_IGN);
}

// When memory is short, a worker is killed before the server.
void be_killed_first() {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(
      std::fopen("/proc/self/oom_score_adj", "we"), &std::fclose);
  if (file) std::fputs("500", file.get());
}

// Gives the server precedence when both want the processor, so that a status request does not wait
// for somebody else's picture. Ten steps reduce the weight to a tenth (sched(7)).
void let_the_server_go_first() {
  [[maybe_unused]] const int niceness = ::nice(10);  // if refused, the server says so
}

}  // namespace

int run_inspector(const EngineMaker& make_engine) {
  if (!is_packet_socket(kInspectorControl)) {
    std::fprintf(stderr,
                 "%s: must be started by countersignd, not on its own\n",
                 program_invocation_short_name);
    return kNotStartedByServer;
  }
  ::fcntl(kInspectorControl, F_SETFD, FD_CLOEXEC);
  outlive_signals();
  be_killed_first();
  let_the_server_go_first();
  hide_memory();
  const Received received = receive_packet(kInspectorControl, std::nullopt);
  if (!received.packet) return 0;
  const auto message = decode<ToInspector>(received.packet->bytes);
  const auto* setup = message ? std::get_if<Setup>(&*message) : nullptr;
  if (setup == nullptr) return kBroken;
  InspectionLimits limits;
  limits.max_pixels = setup->max_pixels;
  auto engine = make_engine(limits);
  if (!engine) {
    send_packet(kInspectorControl, encode(Refused{engine.error()}));
    return kBroken;
  }
  ready_picture_memory();
  const Greeting greeting{kProtocol, kConfines, (*engine)->capabilities()};
  if (!send_packet(kInspectorControl, encode(greeting))) return kBroken;
  return Inspector(*setup, std::move(*engine)).run();
}

int run_program(std::span<char* const> arguments,
                const ProgramTexts& texts,
                const EngineMaker& make_engine) {
  const std::string_view first = arguments.size() > 1 ? arguments[1] : "";
  if (first == "--version" || first == "--help") {
    std::puts(first == "--help" ? texts.usage : fmt::format("{} {}", texts.name, kVersion).c_str());
    return 0;
  }
  return run_inspector(make_engine);
}

void limit_loading_memory(std::uint64_t bytes) {
  if (!kConfines) return;
  const rlimit both{bytes, bytes};
  ::setrlimit(RLIMIT_AS, &both);
}

}  // namespace countersign::confined
