#include "core/machine/threads/background.h"

#include <doctest/doctest.h>
#include <sys/resource.h>

#include <cerrno>
#include <thread>

namespace countersign::background_test {

int nice_of_this_thread() {
  errno = 0;
  return ::getpriority(PRIO_PROCESS, 0);
}

TEST_CASE("a thread goes to the background alone, and those that it starts follow") {
  const int before = nice_of_this_thread();
  int low = 0;
  int lowest = 0;
  int inherited = 0;
  bool knows = false;
  std::thread([&] {
    CHECK_FALSE(is_in_background());
    go_to_background();
    low = nice_of_this_thread();
    go_to_background(Background::Lowest);
    lowest = nice_of_this_thread();
    knows = is_in_background();
    std::thread([&] { inherited = nice_of_this_thread(); }).join();
  }).join();
  CHECK(low >= 10);
  CHECK(lowest == 19);
  CHECK(inherited == 19);
  CHECK(knows);
  CHECK(nice_of_this_thread() == before);
  CHECK_FALSE(is_in_background());
}

}  // namespace countersign::background_test
