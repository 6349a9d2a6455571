#include "http/settings/live.h"

#include <doctest/doctest.h>

#include <thread>

#include "http/settings/service_settings.h"

namespace countersign::http::live_test {

TEST_CASE("a live setting reads as the value that it was given last") {
  Live<Rate> rate = Rate{3, 1'000};
  CHECK(rate == Rate{3, 1'000});
  rate.set(Rate{4, 1'000});
  const Rate read = rate;
  CHECK(read == Rate{4, 1'000});
  const Live<Rate> copy = rate;
  rate.unshared() = Rate{5, 1'000};
  CHECK(copy == Rate{4, 1'000});
  CHECK(rate == Rate{5, 1'000});
}

TEST_CASE("a value of two words is never read in halves") {
  Live<Rate> rate = Rate{1, 1};
  std::thread writer([&rate] {
    for (std::uint32_t i = 1; i < 20'000; ++i) rate.set(Rate{i, i});
  });
  bool is_whole = true;
  for (int i = 0; i < 20'000; ++i) {
    const Rate read = rate;
    is_whole = is_whole && read.count == read.per_ms;
  }
  writer.join();
  CHECK(is_whole);
}

TEST_CASE("what is live is taken over, and nothing else") {
  ServiceSettings used;
  ServiceSettings read;
  read.session_ttl = std::chrono::minutes(7);
  read.attempts = 9;
  read.report_rate = Rate{7, 1'000};
  read.deny_unperformable = true;
  read.retention = std::chrono::hours(1);
  read.max_frames = 3;
  take_live(used, read);
  CHECK(used.session_ttl == std::chrono::minutes(7));
  CHECK(used.attempts == 9u);
  CHECK(used.report_rate == Rate{7, 1'000});
  CHECK(used.deny_unperformable == true);
  CHECK(used.retention == ServiceSettings{}.retention);
  CHECK(used.max_frames == ServiceSettings{}.max_frames);
}

}  // namespace countersign::http::live_test
