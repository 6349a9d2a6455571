#include "core/inspection/confined/inspector_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <utility>
#include <variant>

#include "core/inspection/confined/inspector.h"
#include "core/inspection/confined/packet.h"

namespace countersign::confined {
namespace {

// The time limit for an inspector to start, or to answer. Loading a model is its slowest work, so
// an inspector that takes longer is broken.
constexpr std::chrono::seconds kPatience{20};

// Says why a program was not spawned. posix_spawn(3) has one error for the program and for the
// device that the program gets as its standard streams.
std::string why_not(const std::string& path, int error) {
  if (::access(path.c_str(), X_OK) == 0 && ::access("/dev/null", R_OK | W_OK) != 0) {
    return fmt::format("there is no usable /dev/null ({})", ::strerrordesc_np(errno));
  }
  return ::strerrordesc_np(error);
}

// Uses posix_spawn(3), which is safe while other threads run. Returns its error, or 0.
int spawn_program(const InspectorProgram& program, int control, ::pid_t& process) {
  ::posix_spawn_file_actions_t files;
  ::posix_spawnattr_t attributes;
  ::posix_spawn_file_actions_init(&files);
  ::posix_spawnattr_init(&attributes);
  ::posix_spawn_file_actions_adddup2(&files, control, kInspectorControl);
  ::posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  ::posix_spawn_file_actions_addclosefrom_np(&files, kInspectorControl + 1);
  // The server blocks and ignores signals for its own reasons; the program starts with the
  // defaults.
  ::sigset_t none;
  ::sigset_t every;
  ::sigemptyset(&none);
  ::sigfillset(&every);
  ::posix_spawnattr_setsigmask(&attributes, &none);
  ::posix_spawnattr_setsigdefault(&attributes, &every);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  std::string path = program.path.string();
  std::vector<std::string> given = program.arguments;
  std::vector<char*> arguments{path.data()};
  for (std::string& argument : given) arguments.push_back(argument.data());
  arguments.push_back(nullptr);
  const std::array<char*, 1> environment{nullptr};
  const int error = ::posix_spawn(
      &process, path.c_str(), &files, &attributes, arguments.data(), environment.data());
  ::posix_spawn_file_actions_destroy(&files);
  ::posix_spawnattr_destroy(&attributes);
  return error;
}

}  // namespace

std::string ending_of(int wait_status) {
  if (WIFEXITED(wait_status)) return fmt::format("exit status {}", WEXITSTATUS(wait_status));
  const char* const name = ::sigabbrev_np(WTERMSIG(wait_status));
  return name != nullptr ? fmt::format("SIG{}", name)
                         : fmt::format("signal {}", WTERMSIG(wait_status));
}

Result<std::unique_ptr<InspectorProcess>, NotStarted> InspectorProcess::start(
    InspectorProgram program, Setup setup) {
  std::unique_ptr<InspectorProcess> made(new InspectorProcess(std::move(program), setup));
  {
    const MutexLock lock(made->mutex_);
    auto greeting = made->spawn();
    if (!greeting) return greeting.error();
    made->greeting_ = std::move(*greeting);
  }
  return made;
}

InspectorProcess::~InspectorProcess() { kill_and_reap(); }

Result<Greeting, NotStarted> InspectorProcess::spawn() {
  const std::string path = program_.path.string();
  auto [ours, theirs] = packet_pair();
  if (!ours) {
    return NotStarted{fmt::format("no socket for a program: {}", ::strerrordesc_np(errno))};
  }
  if (const int error = spawn_program(program_, theirs.get(), process_); error != 0) {
    process_ = -1;
    return NotStarted{
        fmt::format("the program {} cannot be started: {}", path, why_not(path, error))};
  }
  theirs.reset();
  control_ = std::move(ours);
  if (send_packet(control_.get(), encode(setup_))) {
    const Received received = receive_packet(control_.get(), kPatience);
    auto message = received.packet ? decode<FromInspector>(received.packet->bytes) : std::nullopt;
    auto* greeting = message ? std::get_if<Greeting>(&*message) : nullptr;
    if (greeting != nullptr && greeting->protocol == kProtocol) return std::move(*greeting);
    const auto* refused = message ? std::get_if<Refused>(&*message) : nullptr;
    if (refused != nullptr) {
      NotStarted why{refused->why, true};
      kill_and_reap();
      return why;
    }
    if (!received.packet && received.missing == Missing::Late) {
      kill_and_reap();
      return NotStarted{fmt::format("{} was not ready in {} s", path, kPatience.count()), true};
    }
  }
  const auto status = kill_and_reap();
  if (status && WIFEXITED(*status) && WEXITSTATUS(*status) != 0) {
    return NotStarted{
        fmt::format("{} ended with status {} before it was ready", path, WEXITSTATUS(*status)),
        true};
  }
  if (status && WIFSIGNALED(*status) && WTERMSIG(*status) != SIGKILL) {
    return NotStarted{
        fmt::format(
            "{} died of SIG{} before it was ready", path, ::sigabbrev_np(WTERMSIG(*status))),
        true};
  }
  return NotStarted{fmt::format("{} is not the program of this build", path)};
}

std::optional<std::string> InspectorProcess::restart() {
  kill_and_reap();
  const auto greeting = spawn();
  if (!greeting) return greeting.error().why;
  if (encode(FromInspector(*greeting)) != encode(FromInspector(greeting_))) {
    kill_and_reap();
    return fmt::format("{}{} has been replaced since this server was started",
                       program_.path.string(),
                       program_.arguments.empty() ? "" : ", or one of its files,");
  }
  ++restarts_;
  return std::nullopt;
}

// The workers end with the inspector, wherever they are (PR_SET_PDEATHSIG). An inspector that has
// already ended keeps its own status.
std::optional<int> InspectorProcess::kill_and_reap() {
  control_.reset();
  if (process_ < 0) return std::nullopt;
  ::kill(process_, SIGKILL);
  int status = 0;
  ::pid_t reaped = 0;
  do {
    reaped = ::waitpid(process_, &status, 0);
  } while (reaped < 0 && errno == EINTR);
  const bool known = reaped == std::exchange(process_, -1);
  return known ? std::optional(status) : std::nullopt;
}

Result<WorkerHandle, std::string> InspectorProcess::start_worker(int image) {
  auto [ours, theirs] = packet_pair();
  if (!ours) return fmt::format("no socket for a worker: {}", ::strerrordesc_np(errno));
  const std::array<int, 2> descriptors{theirs.get(), image};
  const MutexLock lock(mutex_);
  const std::uint64_t number = ++last_number_;
  const std::string command = encode(ToInspector(StartWorker{number}));
  if (!control_ || !send_packet(control_.get(), command, descriptors)) {
    if (auto why = restart()) return std::move(*why);
    if (!send_packet(control_.get(), command, descriptors)) {
      return std::string("the inspector ends as soon as it is started");
    }
  }
  return WorkerHandle{number, std::move(ours)};
}

void InspectorProcess::retire_worker(const WorkerHandle& worker) {
  const MutexLock lock(mutex_);
  if (control_) (void)send_packet(control_.get(), encode(ToInspector(EndWorker{worker.number})));
}

std::optional<int> InspectorProcess::end_worker(const WorkerHandle& worker) {
  const MutexLock lock(mutex_);
  if (!control_) return std::nullopt;
  const auto answer = ask(EndWorker{.number = worker.number, .tell = true});
  const auto* ended = answer ? std::get_if<WorkerEnded>(&*answer) : nullptr;
  if (ended != nullptr && ended->number == worker.number) return ended->wait_status;
  kill_and_reap();  // the inspector is gone, or its answer is invalid
  return std::nullopt;
}

std::optional<std::chrono::milliseconds> InspectorProcess::processor_time(
    const WorkerHandle& worker) {
  const MutexLock lock(mutex_);
  if (!control_) return std::nullopt;
  const auto answer = ask(MeasureWorker{worker.number});
  const auto* measured = answer ? std::get_if<WorkerMeasured>(&*answer) : nullptr;
  if (measured == nullptr || measured->number != worker.number) {
    kill_and_reap();
    return std::nullopt;
  }
  if (!measured->processor_ms) return std::nullopt;
  return std::chrono::milliseconds(*measured->processor_ms);
}

std::optional<FromInspector> InspectorProcess::ask(const ToInspector& question) {
  if (!send_packet(control_.get(), encode(question))) return std::nullopt;
  const Received received = receive_packet(control_.get(), kPatience);
  if (!received.packet) return std::nullopt;
  return decode<FromInspector>(received.packet->bytes);
}

bool InspectorProcess::yields() const {
  if (!mutex_.try_lock()) return true;  // another thread is talking to the inspector
  const MutexLock lock(mutex_, std::adopt_lock);
  if (process_ < 0) return true;
  // getpriority(2) may rightly return -1.
  errno = 0;
  const int ours = ::getpriority(PRIO_PROCESS, 0);
  const int theirs = ::getpriority(PRIO_PROCESS, static_cast<::id_t>(process_));
  // The least precedence of nice(2), below which nothing can be.
  constexpr int kLowest = 19;
  return errno != 0 || theirs > ours || theirs == kLowest;
}

bool InspectorProcess::running() const {
  if (!mutex_.try_lock()) return true;  // another thread is talking to the inspector
  const MutexLock lock(mutex_, std::adopt_lock);
  return control_ && is_open(control_.get());
}

}  // namespace countersign::confined
