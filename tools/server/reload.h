#pragma once
#include <string>
#include <vector>

#include "tools/machine/operator_log.h"
#include "tools/options/given_settings.h"
#include "tools/server/server.h"

namespace countersign {

// Reads the settings of a running server again, from the same command line, and has the server take
// over what a running server can. Settings that cannot be read, and files that cannot be used,
// change nothing. Says in the operator's log what came of it, and which changed settings count from
// the next start. One thread.
class Reload {
 public:
  // `started_with` are the settings of the server's start.
  Reload(std::vector<std::string> arguments, GivenSettings started_with)
      : arguments_(std::move(arguments)), started_with_(std::move(started_with)) {}

  void run(Server& server, OperatorLog& operator_log);

 private:
  const std::vector<std::string> arguments_;
  const GivenSettings started_with_;
  GivenSettings taken_ = started_with_;  // of the last one that was taken over
};

}  // namespace countersign
