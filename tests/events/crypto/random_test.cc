#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <set>
#include <thread>
#include <vector>

#include "events/crypto/os_random.h"

namespace countersign::random_test {

using Sixteen = std::array<std::uint8_t, 16>;

Sixteen drawn() {
  Sixteen bytes{};
  OsRandom().fill(bytes);
  return bytes;
}

TEST_CASE("no random bytes are given out twice, in one thread or in several") {
  constexpr std::size_t kThreads = 4;
  constexpr std::size_t kDraws = 2000;
  std::vector<std::vector<Sixteen>> of_threads(kThreads);
  std::vector<std::thread> threads;
  for (std::vector<Sixteen>& mine : of_threads) {
    threads.emplace_back([&mine] {
      for (std::size_t i = 0; i < kDraws; ++i) mine.push_back(drawn());
    });
  }
  for (std::thread& thread : threads) thread.join();
  std::set<Sixteen> distinct;
  for (const auto& draws : of_threads) distinct.insert(draws.begin(), draws.end());
  CHECK(distinct.size() == kThreads * kDraws);
}

TEST_CASE("every byte that is asked for is filled, however many") {
  for (const std::size_t size : {1, 255, 256, 257, 1024, 5000}) {
    CAPTURE(size);
    // The probability that a byte stays 0 in 20 draws is 2^-160.
    std::vector<std::uint8_t> seen(size, 0);
    for (int draw = 0; draw < 20; ++draw) {
      std::vector<std::uint8_t> bytes(size, 0);
      OsRandom().fill(bytes);
      for (std::size_t i = 0; i < size; ++i) seen[i] |= bytes[i];
    }
    CHECK(std::ranges::count(seen, 0) == 0);
  }
}

TEST_CASE("a forked process does not draw what its parent draws") {
  drawn();  // fills the stock of random bytes
  std::array<int, 2> ends{};
  REQUIRE(::pipe(ends.data()) == 0);
  const ::pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    const Sixteen bytes = drawn();
    const bool written = ::write(ends[1], bytes.data(), bytes.size()) == 16;
    ::_exit(written ? 0 : 1);
  }
  Sixteen of_child{};
  CHECK(::read(ends[0], of_child.data(), of_child.size()) == 16);
  int status = 0;
  CHECK(::waitpid(child, &status, 0) == child);
  CHECK(status == 0);
  CHECK(of_child != drawn());
  for (const int end : ends) ::close(end);
}

}  // namespace countersign::random_test
