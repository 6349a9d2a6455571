#pragma once
#include <string_view>

#include "core/inspection/engine.h"

namespace countersign::confined {

// The descriptor over which a worker talks to the server; the worker has no other.
inline constexpr int kWorkerChannel = 0;

// Inspects the images of one submission and answers. The process must end then, so that one
// submission cannot affect another.
// REQUIRES: confined, one thread; `image` is the buffer that the server writes to.
void serve_one_task(const Engine& engine, std::string_view image);

// Tells the server why this process cannot be a worker.
void tell_unfit(std::string_view why);

}  // namespace countersign::confined
