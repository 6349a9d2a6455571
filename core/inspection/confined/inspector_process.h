#pragma once
#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/inspection/confined/message.h"
#include "core/machine/files/unique_fd.h"
#include "core/result.h"

namespace countersign::confined {

// A worker, as the server holds it. Closing the channel does not end it: end_worker() does.
struct WorkerHandle {
  std::uint64_t number = 0;
  UniqueFd channel;
};

// The program of an inspector, and what it is given on its command line.
struct InspectorProgram {
  std::filesystem::path path;
  std::vector<std::string> arguments{};
};

// Why there is no inspector.
struct NotStarted {
  std::string why;  // a sentence
  bool refused =
      false;  // by the program itself, or by one that harmed it: what it was given is wrong
};

// The server's handle of an inspector's program: started with an empty environment and no
// descriptor but its control socket and stderr; started again when it has died; killed, and
// its workers with it, by the destructor. When the server is killed, it ends by itself.
//
// Thread-safe. Calls take as long as a fork of a small process does.
class InspectorProcess {
 public:
  // To be called before there are threads, so that what the first inspector gets of this
  // process is what main() saw.
  static Result<std::unique_ptr<InspectorProcess>, NotStarted> start(InspectorProgram program,
                                                                     Setup setup);
  ~InspectorProcess();
  InspectorProcess(const InspectorProcess&) = delete;
  InspectorProcess& operator=(const InspectorProcess&) = delete;

  // What it said when it was first started; one that says anything else is not used.
  const Greeting& greeting() const { return greeting_; }

  // Asks for a worker on an image buffer, of an inspector that is started if there is none.
  // Whether the worker came to be, its channel tells. A sentence when there is no inspector.
  Result<WorkerHandle, std::string> start_worker(int image);

  // Kills it, if it has not ended. The second waits, and says how it ended (waitpid(2)); none
  // when its inspector is gone, with which it ended too.
  void retire_worker(const WorkerHandle& worker);
  std::optional<int> end_worker(const WorkerHandle& worker);

  // How long it has used a processor so far; none when that is not known. An inspector that does
  // not answer is ended.
  std::optional<std::chrono::milliseconds> processor_time(const WorkerHandle& worker);

  bool running() const;
  std::uint64_t restarts() const { return restarts_; }

 private:
  InspectorProcess(InspectorProgram program, Setup setup)
      : program_(std::move(program)), setup_(setup) {}

  // All of these with the mutex held.
  Result<Greeting, NotStarted> spawn();
  std::optional<std::string> restart();
  std::optional<int> kill_and_reap();
  std::optional<FromInspector> ask(const ToInspector& question);

  const InspectorProgram program_;
  const Setup setup_;
  Greeting greeting_;
  mutable std::mutex mutex_;
  UniqueFd control_;  // empty while there is no process
  ::pid_t process_ = -1;
  std::uint64_t last_number_ = 0;
  std::atomic<std::uint64_t> restarts_{0};
};

}  // namespace countersign::confined
