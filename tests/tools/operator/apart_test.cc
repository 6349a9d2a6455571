#include "tools/operator/apart.h"

#include <doctest/doctest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <memory>
#include <new>
#include <string>

namespace countersign::apart_test {

TEST_CASE("work done on another thread has the answer or the fault that it would have here") {
  const std::string much(3'000'000, 'x');
  const auto answer =
      do_apart("the backup cannot be read", [&]() -> OperatorAnswer { return much; });
  REQUIRE(answer.has_value());
  CHECK(*answer == much);
  const auto empty =
      do_apart("the backup cannot be read", []() -> OperatorAnswer { return std::string(); });
  REQUIRE(empty.has_value());
  CHECK(empty->empty());
  const auto fault = do_apart("the backup cannot be read", []() -> OperatorAnswer {
    return OperatorFault{"there is none", R"({"code":1})"};
  });
  REQUIRE_FALSE(fault.has_value());
  CHECK(fault.error().detail == "there is none");
  CHECK(fault.error().body == R"({"code":1})");
}

TEST_CASE("work that ends its own process ends no other, and is a fault that says so") {
  for (const int signal : {SIGABRT, SIGSEGV, SIGKILL}) {
    CAPTURE(signal);
    const auto ended = do_apart("the backup cannot be read", [&]() -> OperatorAnswer {
      ::signal(signal, SIG_DFL);
      ::raise(signal);
      return std::string("an answer");
    });
    REQUIRE_FALSE(ended.has_value());
    CHECK(ended.error().detail.starts_with(
        "the backup cannot be read: the process that read it was ended by SIG"));
  }
  const auto silent = do_apart("the backup cannot be read", []() -> OperatorAnswer { ::_exit(0); });
  REQUIRE_FALSE(silent.has_value());
  CHECK(silent.error().detail ==
        "the backup cannot be read: the process that read it ended without an answer");
}

TEST_CASE("work ends with the process that asked for it") {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  const ::pid_t asking = ::fork();
  REQUIRE(asking >= 0);
  if (asking == 0) {
    ::close(ends[0]);
    (void)do_apart("the backup cannot be read", [&]() -> OperatorAnswer {
      (void)!::write(ends[1], "w", 1);
      for (;;) ::pause();
    });
    ::_exit(0);
  }
  ::close(ends[1]);
  char said = 0;
  REQUIRE(::read(ends[0], &said, 1) == 1);  // the work has begun
  REQUIRE(::kill(asking, SIGKILL) == 0);
  REQUIRE(::waitpid(asking, nullptr, 0) == asking);
  // The end of the pipe: no process is left that could write to it.
  CHECK(::read(ends[0], &said, 1) == 0);
  ::close(ends[0]);
}

// Beyond the limit by more than the stacks and arenas of threads that have ended, whose addresses
// the process of the work may take again.
constexpr std::size_t kTooMuch = kMemoryApart + (std::size_t{256} << 20);

TEST_CASE("work that believes a length gets no memory for it, and ends alone") {
  const auto ended = do_apart("the backup cannot be read", []() -> OperatorAnswer {
    // The library's error, if it takes no memory for one; else the process ends.
    const std::unique_ptr<char[]> block(new (std::nothrow) char[kTooMuch]);
    if (block == nullptr) return OperatorFault{"the process that read it got no memory"};
    block[kTooMuch - 1] = 'a';
    return std::string(1, block[kTooMuch - 1]);
  });
  REQUIRE_FALSE(ended.has_value());
  CHECK(ended.error().detail.find("the process that read it ") != std::string::npos);
  const auto within = do_apart("the backup cannot be read", []() -> OperatorAnswer {
    return std::string(std::size_t{64} << 20, 'x').substr(0, 1);
  });
  CHECK(within.has_value());
}

}  // namespace countersign::apart_test
