#pragma once
#include <memory>
#include <string>

#include "core/inspection/confined/confined_reader.h"
#include "core/result.h"
#include "tools/machine/operator_log.h"
#include "tools/options/settings.h"
#include "tools/server/start/cannot_serve.h"

namespace countersign {

using ReaderPtr = std::unique_ptr<confined::ConfinedReader>;

struct NoReader {
  std::string why;
  bool is_fault = false;  // it is installed, and could not start
};
struct StartedReader {
  ReaderPtr reader{};  // null if there is none
  NoReader none{};     // why, if there is none
};

// Starts the reader. There is no reader if the operator wants none, or named none and none is
// installed with its model: the check is optional. `how` names the program; the time limit is the
// reader's own if that is shorter.
// REQUIRES: no other threads yet; `operator_log` outlives the reader.
Result<StartedReader, CannotServe> start_reader(confined::InspectorSettings how,
                                                const ReaderSettings& wanted,
                                                OperatorLog& operator_log);

// Says in the operator's log whether print is compared, and by what, or why not. For a server that
// can serve: the start of one that cannot ends with one line.
void write_reader_start(const ReaderPtr& reader, const NoReader& none, OperatorLog& operator_log);

}  // namespace countersign
