#pragma once
#include <chrono>
#include <functional>

namespace countersign {

// What durations are measured with, such as rates and paces: a clock that no step of the wall
// clock moves. What is promised in wall time, such as when a token expires, is asked of a Clock.
using SteadyTime = std::chrono::steady_clock::time_point;

// Where that time comes from; it never goes back. Called from any thread.
using SteadyNow = std::function<SteadyTime()>;

inline SteadyTime steady_now() { return std::chrono::steady_clock::now(); }

}  // namespace countersign
