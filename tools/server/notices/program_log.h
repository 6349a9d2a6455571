#pragma once
#include <functional>
#include <string_view>

#include "core/inspection/confined/confined_engine.h"
#include "core/inspection/engine.h"
#include "tools/machine/operator_log.h"

namespace countersign {

// The messages of the operator's log about the programs that look at images.

// The messages of one program, each "program: what happened: consequence".
struct ProgramMessages {
  std::string_view gone;       // the program does not run
  std::string_view may_retry;  // an image was not looked at: the device may send it again
  std::string_view harmed;     // an image harmed a worker
};

// Writes what a program reports: that an image harmed a process, and how. Says nothing of the image
// itself. `operator_log` outlives the result, and so do the texts.
std::function<void(const confined::InspectorNotice&)> notice_writer(
    OperatorLog& operator_log, const ProgramMessages& messages);

// Writes the message once for each model of an engine.
void write_models(OperatorLog& operator_log,
                  std::string_view message,
                  const EngineVersion& version);

}  // namespace countersign
