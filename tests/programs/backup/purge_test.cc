#include <doctest/doctest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "tests/programs/support/capture.h"
#include "tests/programs/support/problem.h"
#include "tests/programs/support/running_server.h"

// Many erasures by request at a time, against the real program.
namespace countersign::tests::purge_test {

std::size_t count_of(const std::string& text, const std::string& what) {
  std::size_t count = 0;
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++count;
  return count;
}

TEST_CASE("no client's work can starve another's: 24 purges at a time beside captures") {
  constexpr int kErasers = 24;
  constexpr int kErasures = 72;
  RunningServer server({.flags = {"--create-rate=1000000/1m", "--purge-rate=1000000/1m"}});
  const Backend eraser(server.port(), server.add_client("eraser"));
  const Backend other(server.port(), server.add_client("other", {"--sandbox"}));
  std::vector<std::string> sessions;
  for (int i = 0; i < kErasures; ++i) sessions.push_back(eraser.open("LIVENESS").id);
  const OpenSession kept = eraser.open("LIVENESS");

  std::atomic<int> next{0};
  std::atomic<int> erased{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < kErasers; ++i) {
    threads.emplace_back([&] {
      for (int n = next++; n < kErasures; n = next++) {
        if (eraser.purge(sessions[static_cast<std::size_t>(n)]).status == 200) ++erased;
      }
    });
  }
  int captures = 0;
  while (erased < kErasures && captures < 1000) {
    const OpenSession session = other.open("DOCUMENT_VERIFICATION");
    const Device device(server.port(), session.token);
    REQUIRE(Json(device.document(device.nonce("document"), "\xff\xd8\xff", "PASSPORT").body)
                .is_true("/ok"));
    ++captures;
    if (next >= kErasures && erased == kErasures) break;
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(erased == kErasures);
  CHECK(captures > 0);
  for (const std::string& id : sessions) {
    CHECK(Json(eraser.result(id).body).is_true("/files/purged"));
  }
  // One event for each, and no day's key was destroyed for it.
  const Finished log = server.operate({"log", "export"});
  REQUIRE(log.status == 0);
  CHECK(count_of(log.out, "\"FilesPurged\"") == kErasures);
  CHECK(count_of(log.out, "\"KeyPunctured\"") == kErasures);
  // No other session lost data.
  CHECK(Device(server.port(), kept.token).status().status == 200);
  CHECK(server.metric("countersign_purges_waiting") == "0");
  CHECK(server.stop() == 0);
  CHECK(server.operate({"log", "verify"}).status == 0);
}

TEST_CASE("a client's purges beyond its rate are 429 and say when to come again") {
  RunningServer server({.flags = {"--purge-rate=5/1m"}});
  const Backend eraser(server.port(), server.add_client("eraser"));
  const Backend other(server.port(), server.add_client("other"));
  const std::string first = eraser.open("LIVENESS").id;
  const std::string second = eraser.open("LIVENESS").id;
  const std::string third = other.open("LIVENESS").id;
  CHECK(eraser.purge(first).status == 200);
  const Answer limited = eraser.purge(second);
  check_problem(limited, 429, "SVC_RATE_LIMITED");
  CHECK(limited.header("ratelimit-policy") == "\"purge\";q=5;w=60;burst=1");
  CHECK(std::stoi(limited.header("retry-after")) >= 1);
  CHECK(other.purge(third).status == 200);
  CHECK(eraser.result(second).status == 200);
}

}  // namespace countersign::tests::purge_test
