#pragma once
#include <doctest/doctest.h>

#include <cstddef>
#include <future>
#include <latch>
#include <string>

#include "core/ids.h"
#include "core/machine/threads/fair_pool.h"

namespace countersign::http {

// A pool all of whose threads are busy until the end of this object, each with a job of another
// client.
class BusyPool {
 public:
  BusyPool(FairPool& pool, std::ptrdiff_t threads) : begun_(threads) {
    const std::shared_future<void> opened(gate_.get_future());
    for (std::ptrdiff_t i = 0; i < threads; ++i) {
      REQUIRE(pool.submit(ClientKey("busy " + std::to_string(i)), [this, opened] {
        begun_.count_down();
        opened.wait();
      }));
    }
    begun_.wait();
  }
  ~BusyPool() { gate_.set_value(); }
  BusyPool(const BusyPool&) = delete;
  BusyPool& operator=(const BusyPool&) = delete;

 private:
  std::latch begun_;
  std::promise<void> gate_;
};

}  // namespace countersign::http
