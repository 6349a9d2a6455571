#pragma once
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "core/result.h"
#include "tools/machine/operator_log.h"
#include "tools/options/settings.h"
#include "tools/server/start/cannot_serve.h"
#include "tools/server/start/sources.h"

namespace countersign {

// Everything that `countersignd` runs, assembled in this order: the inspector, the matcher and the
// reader, which are processes of their own, the data folder, the programs on other machines, the
// webhooks, the witnesses and the login at a provider, the thread pools, the service, the edge with
// its public and its admin listener, the console, the sweeper, the reporter of due times, the
// surveyor.
//
// Threading: call start(), take_over() and stop() from one thread. Ownership: the server owns all
// its parts; the operator's log and the sources must outlive it.
class Server {
 public:
  // REQUIRES: no other threads yet. The server is serving when start() returns. `on_log_failure` is
  // called at most once, on a thread of the writer, when the log accepts no more events; the
  // program should then end soon.
  static Result<std::unique_ptr<Server>, CannotServe> start(const ServerSettings& wanted,
                                                            OperatorLog& operator_log,
                                                            Sources& sources,
                                                            std::function<void()> on_log_failure);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  // The URL of the public listener, e.g. http://127.0.0.1:41234
  const std::string& url() const;

  // Takes over what a running server can of settings that were read anew: what is Live, the level
  // of the operator's log, and the files of TLS if the server has TLS. No connection is closed.
  // Returns a sentence, and takes over nothing, if those files cannot be used.
  std::optional<std::string> take_over(const ServerSettings& read);

  // Returns whether the server still works: its loops read their mail, and the log's writer, which
  // need not accept events, ends its group. Waits for them; any thread.
  bool works() const;

  // Stops accepting connections and finishes the work in flight. Returns false if something was
  // still running at the deadline; the program should then end without destroying the server.
  bool stop(std::chrono::milliseconds deadline);

 private:
  struct Parts;
  explicit Server(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace countersign
