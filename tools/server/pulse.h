#pragma once
#include <chrono>
#include <functional>
#include <thread>

#include "core/machine/threads/stop.h"

namespace countersign {

// Tells somebody again and again that this process still does its work, and nothing once it does
// not: a round in which `work` returns false, or does not return, tells nothing. Owns a thread; the
// destructor waits for the present round. `work` and `tell` are called on that thread.
class Pulse {
 public:
  Pulse(std::chrono::milliseconds period, std::function<bool()> work, std::function<void()> tell)
      : thread_([this, period, work = std::move(work), tell = std::move(tell)] {
          do {
            if (work()) tell();
          } while (stop_.sleep_for(period));
        }) {}
  ~Pulse() {
    stop_.ask();
    thread_.join();
  }
  Pulse(const Pulse&) = delete;
  Pulse& operator=(const Pulse&) = delete;

 private:
  Stop stop_;
  std::thread thread_;
};

}  // namespace countersign
