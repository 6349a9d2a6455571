#include "http/metrics/process_metrics.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>

#include "core/version.h"

namespace countersign::http::process_metrics_test {

std::string page_of(const ProcessUsage& usage) {
  PrometheusText page;
  write_process(page, usage);
  return page.take();
}

TEST_CASE("the page names the build by its version and compiler") {
  PrometheusText page;
  write_build(page);
  const std::string text = page.take();
  const std::string begin =
      fmt::format("\ncountersign_build_info{{version=\"{}\",compiler=\"", kVersion);
  CHECK(text.find(begin) != std::string::npos);
  CHECK(text.ends_with("\"} 1\n"));
  CHECK(text.find("compiler=\"\"") == std::string::npos);
}

TEST_CASE("the numbers of the process have the names and units that Prometheus knows") {
  ProcessUsage usage;
  usage.cpu_us = 1'250'000;
  usage.resident_bytes = 4096;
  usage.started_after_boot_us = 0;
  usage.open_files = 12;
  usage.open_files_max = 1024;
  const std::string page = page_of(usage);
  for (const char* line : {"# TYPE process_cpu_seconds_total counter\n",
                           "\nprocess_cpu_seconds_total 1.25\n",
                           "# TYPE process_resident_memory_bytes gauge\n",
                           "\nprocess_resident_memory_bytes 4096\n",
                           "# TYPE process_start_time_seconds gauge\n",
                           "\nprocess_open_fds 12\n",
                           "\nprocess_max_fds 1024\n"}) {
    CAPTURE(line);
    CHECK(page.find(line) != std::string::npos);
  }
  // 0 microseconds after the boot is the boot, and each page has the same.
  CHECK(page.find("\nprocess_start_time_seconds 1") != std::string::npos);
  CHECK(page_of(usage) == page);
}

TEST_CASE("a number that the system does not tell is not on the page, not even as 0") {
  CHECK(page_of({}).empty());
  ProcessUsage usage;
  usage.open_files = 0;
  const std::string page = page_of(usage);
  CHECK(page.ends_with("process_open_fds 0\n"));
  CHECK(page.find("process_cpu") == std::string::npos);
  CHECK(page.find("process_max_fds") == std::string::npos);
}

}  // namespace countersign::http::process_metrics_test
