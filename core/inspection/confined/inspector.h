#pragma once
#include <functional>
#include <memory>
#include <string>

#include "core/inspection/decode/inspection_limits.h"
#include "core/inspection/engine.h"
#include "core/result.h"

namespace countersign::confined {

// The descriptor over which an inspector talks to the server; see message.h.
inline constexpr int kInspectorControl = 3;

// Makes the engine that the workers judge with, or returns a sentence on what is wrong with the
// program's arguments. The engine must now load everything that it needs from files, including the
// files that a library opens on its first use: a worker cannot open a file.
using EngineMaker =
    std::function<Result<std::unique_ptr<Engine>, std::string>(const InspectionLimits& limits)>;

// The main loop of an inspector program: a process without threads or secrets that forks a confined
// worker whenever the server asks for one, and never sees an image itself. Returns the exit status
// when the server has ended. Its workers end with it.
int run_inspector(const EngineMaker& make_engine);

}  // namespace countersign::confined
