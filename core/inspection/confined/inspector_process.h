#pragma once
#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/inspection/confined/message.h"
#include "core/machine/files/owned_fd.h"
#include "core/machine/threads/mutex.h"
#include "core/result.h"

namespace countersign::confined {

// The server's handle of a worker. Closing the channel does not end the worker: end_worker() does.
struct WorkerHandle {
  std::uint64_t number = 0;
  OwnedFd channel;
};

// The program of an inspector, and its command line arguments.
struct InspectorProgram {
  std::filesystem::path path;
  std::vector<std::string> arguments{};
};

// Names the end of a process by its status (waitpid(2)): `exit status 1`, `SIGSEGV`.
std::string ending_of(int wait_status);

// Why the inspector could not be started.
struct NotStarted {
  std::string why;       // a sentence
  bool refused = false;  // by the program, or the program died of its input: the input is wrong
};

// The server's handle of an inspector program. The program is started with an empty environment and
// no descriptors but its control socket, stderr and /dev/null. It is started again after it has
// died. The destructor kills it and its workers. If the server is killed, the program ends by
// itself.
//
// Thread-safe. Calls take about as long as a fork of a small process.
class InspectorProcess {
 public:
  // Must be called before there are other threads, so that the first inspector inherits the process
  // as main() found it.
  static Result<std::unique_ptr<InspectorProcess>, NotStarted> start(InspectorProgram program,
                                                                     Setup setup);
  ~InspectorProcess();
  InspectorProcess(const InspectorProcess&) = delete;
  InspectorProcess& operator=(const InspectorProcess&) = delete;

  // The program's greeting at its first start. A restarted program with another greeting is not
  // used.
  const Greeting& greeting() const { return greeting_; }

  // Requests a worker on an image buffer, and starts an inspector first if none runs. Whether
  // the fork succeeded shows only on the worker's channel. Returns a sentence if there is no
  // inspector.
  Result<WorkerHandle, std::string> start_worker(int image);

  // Both kill the worker if it has not ended. end_worker() also waits, and returns how the worker
  // ended (waitpid(2)); nullopt if the inspector is gone, in which case the worker has ended too.
  void retire_worker(const WorkerHandle& worker);
  std::optional<int> end_worker(const WorkerHandle& worker);

  // Returns the processor time that the worker has used so far; none if it is unknown. Kills an
  // inspector that does not answer.
  std::optional<std::chrono::milliseconds> processor_time(const WorkerHandle& worker);

  bool running() const;
  // Returns whether the inspector gives the server precedence, as it should
  // (let_the_server_go_first in inspector.cc). A system that does not say counts as one where it
  // does.
  bool yields() const;
  std::uint64_t restarts() const { return restarts_; }

 private:
  InspectorProcess(InspectorProgram program, Setup setup)
      : program_(std::move(program)), setup_(setup) {}

  Result<Greeting, NotStarted> spawn() REQUIRES_LOCK(mutex_);
  std::optional<std::string> restart() REQUIRES_LOCK(mutex_);
  std::optional<int> kill_and_reap() REQUIRES_LOCK(mutex_);
  std::optional<FromInspector> ask(const ToInspector& question) REQUIRES_LOCK(mutex_);

  const InspectorProgram program_;
  const Setup setup_;
  Greeting greeting_;  // constant after start()
  mutable Mutex mutex_;
  OwnedFd control_ GUARDED_BY(mutex_);  // empty while there is no process
  ::pid_t process_ GUARDED_BY(mutex_) = -1;
  std::uint64_t last_number_ GUARDED_BY(mutex_) = 0;
  std::atomic<std::uint64_t> restarts_{0};
};

}  // namespace countersign::confined
