// The metrics of a real server, held against the alert rules and the dashboard.
#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>
#include <string_view>

#include "core/version.h"
#include "tests/programs/support/running_server.h"

namespace countersign::tests::metrics_test {

using Names = std::set<std::string>;

std::string content_of(const std::string& path) {
  std::ifstream file(std::string(COUNTERSIGN_SOURCE_DIR) + "/" + path);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

Names found_in(const std::string& text, const std::regex& pattern) {
  Names found;
  for (std::sregex_iterator at(text.begin(), text.end(), pattern), end; at != end; ++at) {
    found.insert((*at)[1]);
  }
  return found;
}

// The families that the file names, without what a histogram adds to its name.
Names families_named_in(const std::string& path) {
  static const std::regex name(R"(\b((?:countersign|process)_[a-z0-9_]*[a-z0-9])\b)");
  Names families;
  for (const std::string& each : found_in(content_of(path), name)) {
    const auto is_of_histogram = each.find("_seconds_bucket");
    families.insert(is_of_histogram == std::string::npos ? each : each.substr(0, each.rfind('_')));
  }
  return families;
}

// Whether the family is of a part that the server of this test does not have.
bool is_of_another_part(const std::string& family) {
  static constexpr std::string_view kParts[] = {"countersign_engine_",
                                                "countersign_remote_",
                                                "countersign_witness_",
                                                "countersign_matcher_",
                                                "countersign_reader_"};
  return std::ranges::any_of(kParts, [&](auto part) { return family.starts_with(part); });
}

Names families_of(const RunningServer& server) {
  static const std::regex type("# TYPE ([a-z0-9_]+) (?:counter|gauge|histogram)\n");
  return found_in(server.ask({"GET", "/metrics"}).body, type);
}

TEST_CASE("a server serves each metric that the alert rules and the dashboard name") {
  const RunningServer server;
  CHECK_FALSE(families_of(server).contains("countersign_backup_age_seconds"));
  const std::string backups = (server.folder() / "backups").string();
  REQUIRE(server.operate({"backup", "create", backups}).status == 0);
  const Names families = families_of(server);
  CHECK(families.contains("countersign_backup_age_seconds"));
  CHECK_FALSE(families.contains("countersign_engine_up"));
  for (const char* path :
       {"tools/package/watch/alerts.yml", "tools/package/watch/dashboard.json"}) {
    CAPTURE(path);
    std::size_t served = 0;
    for (const std::string& family : families_named_in(path)) {
      if (is_of_another_part(family)) continue;
      CHECK_MESSAGE(families.contains(family), family);
      ++served;
    }
    CHECK(served > 20);
  }
}

TEST_CASE("a server says what it is and what it takes of the machine") {
  const RunningServer server;
  const std::string page = server.ask({"GET", "/metrics"}).body;
  const std::string build = "countersign_build_info{version=\"" + std::string(kVersion) + "\",";
  CHECK(page.find(build) != std::string::npos);
  CHECK(std::stod(server.metric("process_resident_memory_bytes")) > 1e6);
  CHECK(std::stod(server.metric("process_cpu_seconds_total")) >= 0);
  CHECK(std::stod(server.metric("process_start_time_seconds")) > 1.5e9);
  const double open = std::stod(server.metric("process_open_fds"));
  CHECK(open > 3);
  CHECK(open < std::stod(server.metric("process_max_fds")));
}

}  // namespace countersign::tests::metrics_test
