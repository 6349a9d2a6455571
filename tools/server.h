#pragma once
#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "core/result.h"
#include "tools/journal.h"
#include "tools/settings.h"

namespace countersign {

// Everything that `countersignd` runs, assembled in order: the inspector, which is a process of
// its own, the data folder, the pools of threads, the service, the edge with its public
// and its admin listener, the sweeper.
//
// Threading: start() and stop() from one thread. Ownership: of all its parts;
// `journal` must outlive it.
class Server {
 public:
  // REQUIRES: no threads yet. Serving when it returns. A sentence for the operator when it cannot
  // be. `on_log_failure` is called at most once, on a thread of the writer, when the log takes no
  // more events; the program should then end soon.
  static Result<std::unique_ptr<Server>, std::string> start(const ServerSettings& settings,
                                                            Journal& journal,
                                                            std::function<void()> on_log_failure);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  // Where it is served, e.g. http://127.0.0.1:41234
  const std::string& url() const;

  // Stops accepting, finishes what is in flight. False: at the deadline something
  // was still running, and the program should end without taking it down.
  bool stop(std::chrono::milliseconds deadline);

 private:
  struct Parts;
  explicit Server(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace countersign
