#include "core/machine/memory_reserve.h"

#include <doctest/doctest.h>

#include <functional>
#include <new>
#include <thread>

namespace countersign::http::memory_reserve_test {

// Acts like operator new when there is no memory. Returns true if it would try again.
bool is_tried_again() {
  try {
    std::get_new_handler()();
    return true;
  } catch (const std::bad_alloc&) {
    return false;
  }
}

void wait_until(const std::function<bool()>& is_so) {
  while (!is_so()) std::this_thread::yield();
}

TEST_CASE("the first allocation that fails gets the reserve, and it is taken back") {
  MemoryReserve reserve(1 << 20);
  REQUIRE(reserve.is_whole());
  CHECK(is_tried_again());
  CHECK(reserve.given_up() == 1);
  wait_until([&] { return reserve.is_whole(); });
  CHECK(is_tried_again());
  CHECK(reserve.given_up() == 2);
}

TEST_CASE("without a reserve an allocation that fails throws") {
  MemoryReserve reserve(std::size_t{1} << 60);  // more than any address space has
  CHECK_FALSE(reserve.is_whole());
  CHECK_FALSE(is_tried_again());
  CHECK(reserve.given_up() == 0);
}

TEST_CASE("a large allocation leaves the reserve to those who answer") {
  MemoryReserve reserve(1 << 20);
  {
    const MemoryReserve::Spared spared;
    CHECK_FALSE(is_tried_again());
    CHECK(reserve.is_whole());
    bool elsewhere = false;
    std::thread([&] { elsewhere = is_tried_again(); }).join();
    CHECK(elsewhere);
  }
  wait_until([&] { return reserve.is_whole(); });
  CHECK(is_tried_again());
}

TEST_CASE("the handler of failed allocations goes with the reserve") {
  { const MemoryReserve reserve(1 << 20); }
  CHECK((std::get_new_handler() == nullptr));
}

}  // namespace countersign::http::memory_reserve_test
