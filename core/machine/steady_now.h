#pragma once
#include <chrono>
#include <functional>

namespace countersign {

// The time for measuring durations, such as rates and paces: a step of the wall clock does not move
// it. Times that are promised in wall time, such as the expiry of a token, come from a Clock.
using SteadyTime = std::chrono::steady_clock::time_point;

// The source of that time; never goes back. Called from any thread.
using SteadyNow = std::function<SteadyTime()>;

inline SteadyTime steady_now() { return std::chrono::steady_clock::now(); }

}  // namespace countersign
