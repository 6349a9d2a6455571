#include "tools/doctor/outside_checks.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace countersign::outside_checks_test {

constexpr UtcTime kNow(1'700'000'000'000'000);
using Answer = Result<http::ClientAnswer, http::NoAnswer>;

TEST_CASE("a certificate is good for two weeks more, late in the last three days, or over") {
  const auto verdict = [](Duration left) {
    return judge_certificate("certificate", kNow + left, kNow).verdict;
  };
  CHECK(verdict(std::chrono::hours(24 * 15)) == Verdict::Good);
  CHECK(verdict(std::chrono::hours(24 * 13)) == Verdict::Warning);
  CHECK(verdict(std::chrono::hours(24 * 2)) == Verdict::Error);
  CHECK(verdict(Duration(0)) == Verdict::Error);
  CHECK(judge_certificate("certificate", std::string("it cannot be read"), kNow).verdict ==
        Verdict::Error);
}

struct Outside {
  Outside() { settings.service.public_origin = "https://verify.example"; }
  Diagnosis look() {
    return check_public_url(
        settings,
        [this](const std::string& url, const std::vector<std::string>&) -> Answer {
          asked.push_back(url);
          if (!reached) return http::NoAnswer{"no route", http::NoAnswer::Kind::NotReached};
          if (url.ends_with("/metrics")) return http::ClientAnswer{metrics_status, "", ""};
          return http::ClientAnswer{status, "", "", end};
        },
        [this]() -> std::optional<MetricSamples> {
          if (!server_runs) return std::nullopt;
          // Whatever rises does so with the request between the two readings.
          return MetricSamples::parse(rising.empty() ? ""
                                                     : rising + " " + std::to_string(asked.size()));
        },
        kNow);
  }
  Verdict of(const std::string& check) {
    const Diagnosis findings = look();
    const auto found = std::ranges::find(findings, check, &Finding::check);
    REQUIRE(found != findings.end());
    return found->verdict;
  }

  ServerSettings settings;
  bool reached = true;
  int status = 200;
  int metrics_status = 404;
  bool server_runs = true;
  std::string rising;
  std::optional<UtcTime> end = kNow + std::chrono::hours(24 * 90);
  std::vector<std::string> asked;
};

TEST_CASE("a public URL that leads to the server, by a proxy that is believed, is good") {
  Outside outside;
  for (const Finding& finding : outside.look()) {
    CAPTURE(finding.check);
    CHECK(finding.verdict == Verdict::Good);
  }
  CHECK(outside.asked.front() == "https://verify.example/healthz");
}

TEST_CASE("a public URL that leads nowhere, or to another server, is an error") {
  Outside nowhere;
  nowhere.reached = false;
  CHECK(nowhere.of("public-url") == Verdict::Error);
  CHECK(nowhere.of("proxy") == Verdict::NotChecked);
  Outside other;
  other.status = 404;
  CHECK(other.of("public-url") == Verdict::Error);
}

TEST_CASE("a proxy that is not believed, or does not say for whom it asks, is an error") {
  Outside untrusted;
  untrusted.rising = "countersign_forwards_ignored_total";
  CHECK(untrusted.of("proxy") == Verdict::Error);
  Outside silent;
  silent.rising = "countersign_forwards_missing_total";
  CHECK(silent.of("proxy") == Verdict::Error);
  Outside stopped;
  stopped.server_runs = false;
  CHECK(stopped.of("proxy") == Verdict::NotChecked);
}

TEST_CASE("metrics that the proxy lets through, and a certificate that nobody tells, are told") {
  Outside open;
  open.metrics_status = 200;
  CHECK(open.of("public-metrics") == Verdict::Warning);
  Outside silent;
  silent.end.reset();
  CHECK(silent.of("public-certificate") == Verdict::NotChecked);
  Outside late;
  late.end = kNow + std::chrono::hours(1);
  CHECK(late.of("public-certificate") == Verdict::Error);
}

TEST_CASE("before the first start a public URL that does not answer is no error") {
  const Diagnosis found = before_first_start({error("public-url", "nobody answers", "look"),
                                              not_checked("proxy", "not reached"),
                                              error("public-certificate", "it ended", "renew")});
  REQUIRE(found.size() == 3);
  CHECK(found[0].verdict == Verdict::NotChecked);
  CHECK(found[0].found.starts_with("nobody answers; "));
  CHECK_FALSE(found[0].remedy.empty());
  CHECK(found[2].verdict == Verdict::Error);
}

}  // namespace countersign::outside_checks_test
