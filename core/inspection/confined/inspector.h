#pragma once
#include <functional>
#include <memory>

#include "core/inspection/engine.h"
#include "core/inspection/inspection_limits.h"

namespace countersign::confined {

// The descriptor that an inspector talks to the server over; see message.h.
inline constexpr int kInspectorControl = 3;

// Makes the engine that the workers judge with. Whatever it needs from a file, or from a
// library's first use, it must take now: a worker can open nothing.
using EngineMaker = std::function<std::unique_ptr<Engine>(const InspectionLimits& limits)>;

// What `countersign-inspector` is: a process without threads, files or secrets that forks a
// confined worker whenever the server asks, and never sees an image itself. Returns when the
// server has ended: the exit status. Ending it ends its workers.
int run_inspector(const EngineMaker& make_engine);

}  // namespace countersign::confined
