#include "tools/doctor/remote_checks.h"

#include <doctest/doctest.h>

#include <string>

namespace countersign::remote_checks_test {

// The samples of one address: up, breaker, judged, failed.
std::string host(const std::string& address, int up, int breaker, int judged, int failed) {
  const auto line = [&](const std::string& what, int value) {
    return "countersign_remote_inspector_" + what + "{program=\"inspector\",address=\"" + address +
           "\"} " + std::to_string(value) + "\n";
  };
  return line("up", up) + line("breaker", breaker) + line("judged_total", judged) +
         line("failed_total", failed);
}
Diagnosis of_page(const std::string& page) {
  return check_remote_inspectors(MetricSamples::parse(page));
}

TEST_CASE("a server without inspectors on other machines has no finding of them") {
  CHECK(of_page("countersign_inspector_up 1\n").empty());
}

TEST_CASE("inspectors that judge are good, by their addresses") {
  const Diagnosis found = of_page(host("east:1", 1, 0, 1000, 2) + host("west:1", 1, 0, 0, 0));
  REQUIRE(found.size() == 2);
  for (const Finding& finding : found) CHECK(finding.verdict == Verdict::Good);
  CHECK(found[0].found.find("east:1") != std::string::npos);
}

TEST_CASE("the loss of one inspector is a warning, and that of all an error") {
  const Diagnosis one = of_page(host("east:1", 0, 2, 5, 3) + host("west:1", 1, 0, 9, 0));
  REQUIRE(one.size() == 2);
  CHECK(one[0].verdict == Verdict::Warning);
  CHECK(one[0].found.find("since it failed") != std::string::npos);
  CHECK(one[1].verdict == Verdict::Good);
  for (const Finding& finding : of_page(host("east:1", 0, 2, 5, 3) + host("west:1", 0, 0, 0, 0))) {
    CHECK(finding.verdict == Verdict::Error);
    CHECK(finding.found.find("no other one judges") != std::string::npos);
  }
}

TEST_CASE("an inspector that is up and loses submissions, or takes no connection, is a warning") {
  const Diagnosis losing = of_page(host("east:1", 1, 0, 0, 1));
  REQUIRE(losing.size() == 1);
  CHECK(losing[0].verdict == Verdict::Warning);
  CHECK(losing[0].found.find("lost with 1 submissions") != std::string::npos);
  const Diagnosis closed = of_page(host("east:1", 1, 2, 100, 0));
  REQUIRE(closed.size() == 1);
  CHECK(closed[0].verdict == Verdict::Warning);
}

TEST_CASE("a server that takes no work is an error with the reason that it gives") {
  CHECK(judge_readiness(200, R"({"status":"OK"})").verdict == Verdict::Good);
  const Finding refused = judge_readiness(503, R"({"detail":"No inspector can be reached."})");
  CHECK(refused.verdict == Verdict::Error);
  CHECK(refused.found == "the server takes no work: No inspector can be reached");
  for (const char* wrong : {"", "[]", "{}", R"({"detail":1})"}) {
    CAPTURE(wrong);
    CHECK(judge_readiness(500, wrong).found.find("500") != std::string::npos);
  }
  CHECK(judge_readiness(0, "Connection refused").found.find("no server answers") == 0);
}

}  // namespace countersign::remote_checks_test
