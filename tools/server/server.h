#pragma once
#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "core/result.h"
#include "tools/machine/journal.h"
#include "tools/options/settings.h"

namespace countersign {

// Why there is no server.
struct CannotServe {
  std::string why;            // a sentence for the operator
  bool bad_settings = false;  // it names what cannot be used, and will not be better tomorrow
};

// Everything that `countersignd` runs, assembled in order: the inspector and the matcher, which are
// processes of their own, the data folder, the pools of threads, the service, the edge with its
// public and its admin listener, the sweeper.
//
// Threading: start() and stop() from one thread. Ownership: of all its parts;
// `journal` must outlive it.
class Server {
 public:
  // REQUIRES: no threads yet. Serving when it returns. `on_log_failure` is called at most once, on
  // a thread of the writer, when the log takes no more events; the program should then end soon.
  static Result<std::unique_ptr<Server>, CannotServe> start(const ServerSettings& settings,
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
