#pragma once
#include <string_view>

#include "core/inspection/engine.h"

namespace countersign::confined {

// The descriptor that a worker talks to the server over; it has no other.
inline constexpr int kWorkerChannel = 0;

// Looks at the images of one submission and answers; then the process is done, so that what
// one submission made of it never meets another.
// REQUIRES: confined, one thread; `image` is the buffer that the server writes to.
void serve_one_task(const Engine& engine, std::string_view image);

// Tells the server why this worker is none.
void tell_unfit(std::string_view why);

}  // namespace countersign::confined
