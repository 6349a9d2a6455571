#pragma once
#include <functional>
#include <memory>
#include <string>

#include "core/inspection/decode/inspection_limits.h"
#include "core/inspection/engine.h"
#include "core/result.h"

namespace countersign::confined {

// The descriptor that an inspector talks to the server over; see message.h.
inline constexpr int kInspectorControl = 3;

// Makes the engine that the workers judge with, or says in a sentence what is wrong with what
// the program was given. Whatever the engine needs from a file, or from a library's first use, it
// must take now: a worker can open nothing.
using EngineMaker =
    std::function<Result<std::unique_ptr<Engine>, std::string>(const InspectionLimits& limits)>;

// What an inspector's program is: a process without threads or secrets that forks a confined
// worker whenever the server asks, and never sees an image itself. Returns when the server has
// ended: the exit status. Ending it ends its workers.
int run_inspector(const EngineMaker& make_engine);

}  // namespace countersign::confined
