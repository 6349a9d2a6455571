#include "http/metrics/metrics.h"

#include <doctest/doctest.h>

#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "http/call/endpoint.h"

namespace countersign::http::metrics_test {

std::string page_of(const Metrics& metrics) {
  PrometheusText page;
  metrics.write(page);
  return page.take();
}

// The samples of the page. Each line is checked against the grammar of the text format.
std::map<std::string, double> samples_of(const std::string& page) {
  static const std::regex help(R"(# HELP [a-zA-Z_:][a-zA-Z0-9_:]* .+)");
  static const std::regex type(R"(# TYPE ([a-zA-Z_:][a-zA-Z0-9_:]*) (counter|gauge|histogram))");
  static const std::regex sample(
      R"(([a-zA-Z_:][a-zA-Z0-9_:]*(\{[a-zA-Z_]\w*="[^"]*"(,[a-zA-Z_]\w*="[^"]*")*\})?) (\S+))");
  std::map<std::string, double> samples;
  std::set<std::string> families;
  std::istringstream lines(page);
  std::string line;
  std::string family;
  while (std::getline(lines, line)) {
    CAPTURE(line);
    std::smatch found;
    if (line.starts_with("# HELP")) {
      CHECK(std::regex_match(line, help));
    } else if (line.starts_with("#")) {
      REQUIRE(std::regex_match(line, found, type));
      family = found[1];
      CHECK(families.insert(family).second);
    } else {
      REQUIRE(std::regex_match(line, found, sample));
      CHECK(line.starts_with(family));
      CHECK(samples.emplace(found[1], std::stod(found[4])).second);
    }
  }
  CHECK(page.ends_with("\n"));
  return samples;
}

TEST_CASE("the metrics page is valid from the first moment and names no family twice") {
  Metrics metrics(operation_ids());
  metrics.set_edge_source([] { return EdgeCounters{}; });
  const auto samples = samples_of(page_of(metrics));
  CHECK(samples.at("countersign_uploads_in_flight") == 0);
}

TEST_CASE("everything counted is on the metrics page") {
  Metrics metrics(operation_ids());
  metrics.set_edge_source([] { return EdgeCounters{.open_connections = 3, .responses_2xx = 9}; });
  metrics.add_source(
      {"countersign_things", "Things.", Metrics::Kind::Gauge, [] { return std::uint64_t{11}; }});
  metrics.answered("getResult", 200, std::chrono::milliseconds(3));
  metrics.answered("getResult", 404, std::chrono::milliseconds(3));
  metrics.answered("getResult", 404, std::chrono::seconds(60));
  metrics.rate_limited("getResult");
  metrics.session_created(Purpose::Liveness, false);
  metrics.session_created(Purpose::Liveness, true);
  metrics.session_finalized(ResultStatus::Review, false);
  metrics.session_finalized(ResultStatus::Passed, true);
  metrics.step_judged(Step::Document, "", false);
  metrics.step_judged(Step::Document, "DOCUMENT_BLURRY", false);
  metrics.step_judged(Step::Document, "DOCUMENT_BLURRY", false);
  metrics.step_judged(Step::Document, "DOCUMENT_BLURRY", true);
  metrics.bundle_sent(3, 1000);
  metrics.files_purged(2, 500);
  metrics.count(Counter::LogFailures);
  metrics.count(Counter::UploadBytes, 70);
  const Metrics::Upload upload(metrics);
  { const Metrics::Upload done(metrics); }

  const auto samples = samples_of(page_of(metrics));
  CHECK(samples.at("countersign_http_answers_total{operation=\"getResult\",status=\"2xx\"}") == 1);
  CHECK(samples.at("countersign_http_answers_total{operation=\"getResult\",status=\"4xx\"}") == 2);
  const std::string bucket = "countersign_http_answer_seconds_bucket{operation=\"getResult\",le=";
  CHECK(samples.at(bucket + "\"0.0025\"}") == 0);
  CHECK(samples.at(bucket + "\"0.005\"}") == 2);
  CHECK(samples.at(bucket + "\"10\"}") == 2);
  CHECK(samples.at(bucket + "\"+Inf\"}") == 3);
  CHECK(samples.at("countersign_http_answer_seconds_count{operation=\"getResult\"}") == 3);
  CHECK(samples.at("countersign_http_answer_seconds_sum{operation=\"getResult\"}") ==
        doctest::Approx(60.006));
  CHECK(samples.at("countersign_http_rate_limited_total{operation=\"getResult\"}") == 1);
  CHECK(samples.at("countersign_sessions_created_total{purpose=\"LIVENESS\"}") == 1);
  CHECK(samples.at("countersign_sessions_finalized_total{result=\"REVIEW\"}") == 1);
  CHECK(samples.at("countersign_submissions_judged_total{step=\"DOCUMENT\",code=\"OK\"}") == 1);
  CHECK(samples.at(
            "countersign_submissions_judged_total{step=\"DOCUMENT\",code=\"DOCUMENT_BLURRY\"}") ==
        2);
  CHECK(samples.at("countersign_sessions_finalized_total{result=\"PASSED\"}") == 0);
  CHECK(samples.at("countersign_sandbox_sessions_created_total") == 1);
  CHECK(samples.at("countersign_sandbox_sessions_finalized_total{result=\"PASSED\"}") == 1);
  CHECK(samples.at("countersign_sandbox_submissions_judged_total") == 1);
  CHECK(samples.at("countersign_bundle_bytes_total") == 1000);
  CHECK(samples.at("countersign_purged_files_total") == 2);
  CHECK(samples.at("countersign_log_failures_total") == 1);
  CHECK(samples.at("countersign_uploads_in_flight") == 1);
  CHECK(samples.at("countersign_uploads_total") == 2);
  CHECK(samples.at("countersign_upload_bytes_total") == 70);
  CHECK(samples.at("countersign_connections") == 3);
  CHECK(samples.at("countersign_things") == 11);
}

TEST_CASE("a source is read by its name, and a name that none has reads nothing") {
  Metrics metrics(std::vector<std::string_view>{});
  std::uint64_t value = 3;
  metrics.add_source(
      {"countersign_example_up", "Help.", Metrics::Kind::Gauge, [&value] { return value; }});
  CHECK(metrics.value_of("countersign_example_up") == 3);
  value = 4;
  CHECK(metrics.value_of("countersign_example_up") == 4);
  CHECK_FALSE(metrics.value_of("countersign_example"));
  CHECK_FALSE(metrics.value_of(""));
}

TEST_CASE("no caller can make the page grow") {
  Metrics metrics(operation_ids());
  for (int i = 0; i < 1000; ++i) {
    metrics.answered("made-up-" + std::to_string(i), 200, std::chrono::milliseconds(1));
    metrics.step_judged(Step::Liveness, "CODE_" + std::to_string(i), false);
  }
  const std::string page = page_of(metrics);
  const auto samples = samples_of(page);
  CHECK(page.find("made-up") == std::string::npos);
  CHECK(samples.at("countersign_http_answers_total{operation=\"unrouted\",status=\"2xx\"}") ==
        1000);
  CHECK(samples.at("countersign_submissions_judged_total{step=\"LIVENESS\",code=\"OTHER\"}") ==
        1000 - Metrics::kCodesMax);
}

}  // namespace countersign::http::metrics_test
