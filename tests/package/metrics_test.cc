// Alert rules, dashboard and page name metrics that the server has, and pages that are there.
#include <doctest/doctest.h>

#include <filesystem>
#include <iterator>
#include <regex>
#include <set>
#include <string>

#include "tests/sources/support/sources.h"

namespace countersign::test::metrics_test {

namespace fs = std::filesystem;

const std::string kAlerts = "tools/package/watch/alerts.yml";
const std::string kDashboard = "tools/package/watch/dashboard.json";

// The first groups of all matches.
std::set<std::string> found_in(const std::string& text, const std::regex& pattern) {
  std::set<std::string> found;
  for (std::sregex_iterator match(text.begin(), text.end(), pattern), end; match != end; ++match) {
    found.insert((*match)[1]);
  }
  return found;
}

// The metrics of a program that forks workers: a name and each of these endings.
void add_worker_metrics(std::set<std::string>& known) {
  static const std::regex ending(R"rx((?:add_counter\(|name \+ )"(_\w+)")rx");
  static const std::regex beginning(R"rx("(countersign_(?:inspector|matcher|reader))")rx");
  const std::string source = text_of(read_source("tools/server/metric_sources.cc"));
  const std::set<std::string> endings = found_in(source, ending);
  const std::set<std::string> beginnings = found_in(source, beginning);
  REQUIRE(endings.size() >= 8);
  REQUIRE(beginnings.size() == 3);
  for (const std::string& name : beginnings) {
    known.erase(name);
    for (const std::string& end : endings) known.insert(name + end);
  }
}

// Every family that the sources name, with what a histogram adds to its name.
std::set<std::string> known_metrics() {
  static const std::regex literal(R"rx("((?:countersign|process)_[a-z0-9_]*[a-z0-9])")rx");
  std::set<std::string> known;
  for (const SourceFile& file : files_ending_in({".h", ".cc"})) {
    if (!file.path.starts_with("http/") && !file.path.starts_with("tools/")) continue;
    known.merge(found_in(text_of(file), literal));
  }
  add_worker_metrics(known);
  for (const std::string& name : std::set<std::string>(known)) {
    if (name.ends_with("_seconds"))
      known.insert({name + "_bucket", name + "_sum", name + "_count"});
  }
  return known;
}

std::set<std::string> metrics_in(const std::string& text) {
  static const std::regex name(R"(\b((?:countersign|process)_[a-z0-9_]*[a-z0-9])\b)");
  return found_in(text, name);
}

TEST_CASE("every metric of the alert rules and of the dashboard is one of the server's") {
  const std::set<std::string> known = known_metrics();
  CHECK(known.size() > 100);
  CHECK_FALSE(known.contains("countersign_inspector"));
  CHECK_FALSE(known.contains("countersign_made_up_total"));
  for (const std::string& path : {kAlerts, kDashboard}) {
    CAPTURE(path);
    const std::set<std::string> named = metrics_in(text_of(read_source(path)));
    CHECK(named.size() > 20);
    for (const std::string& name : named) CHECK_MESSAGE(known.contains(name), name);
  }
}

TEST_CASE("every metric that operators shall watch is one of the server's") {
  const std::set<std::string> known = known_metrics();
  std::size_t rows = 0;
  for (const std::string& line : read_source("docs/operators/monitoring.md").lines) {
    if (!line.starts_with("| `countersign_") && !line.starts_with("| `process_")) continue;
    if (line.find("...") != std::string::npos) continue;
    ++rows;
    for (const std::string& name : metrics_in(line.substr(0, line.find(" | ", 2)))) {
      CHECK_MESSAGE(known.contains(name), name);
    }
  }
  CHECK(rows > 15);
}

TEST_CASE("every alert names its urgency and a page that is there") {
  const std::string text = text_of(read_source(kAlerts));
  const auto count = [&](const std::regex& line) {
    return std::distance(std::sregex_iterator(text.begin(), text.end(), line),
                         std::sregex_iterator());
  };
  const auto alerts = count(std::regex(R"(- alert: Countersign\w+\n)"));
  CHECK(alerts > 15);
  CHECK(count(std::regex(R"(labels: \{severity: (page|ticket)\}\n)")) == alerts);
  CHECK(count(std::regex(R"(\n +page: docs/\S+\n)")) == alerts);
  for (const std::string& path : found_in(text, std::regex(R"(\n +page: (\S+)\n)"))) {
    CHECK_MESSAGE(fs::exists(fs::path(COUNTERSIGN_SOURCE_DIR) / path), path);
  }
}

}  // namespace countersign::test::metrics_test
