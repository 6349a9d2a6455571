#include "http/metrics/process_metrics.h"

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/version.h"

namespace countersign::http {
namespace {

constexpr std::string_view kCompiler = __VERSION__;

using Kind = PrometheusText::Kind;

void add_gauge(PrometheusText& page,
               std::string_view name,
               std::string_view help,
               const std::optional<std::uint64_t>& value) {
  if (value) page.gauge(name, help, *value);
}

}  // namespace

void write_build(PrometheusText& page) {
  page.family("countersign_build_info", Kind::Gauge, "1; its labels say which build this is.");
  const PrometheusText::Label labels[] = {{"version", kVersion}, {"compiler", kCompiler}};
  page.sample(1, labels);
}

void write_process(PrometheusText& page, const ProcessUsage& usage) {
  if (usage.cpu_us) {
    page.family("process_cpu_seconds_total",
                Kind::Counter,
                "Time of processors that the server's own process took.");
    page.sample_us(*usage.cpu_us);
  }
  add_gauge(page,
            "process_resident_memory_bytes",
            "Memory that the server's own process has in use.",
            usage.resident_bytes);
  // Asked once, so that a clock that is set does not look like another start.
  static const std::optional<std::uint64_t> boot_us = boot_time_us();
  if (boot_us && usage.started_after_boot_us) {
    page.family("process_start_time_seconds",
                Kind::Gauge,
                "When the server's process began, in seconds since 1970.");
    page.sample_us(*boot_us + *usage.started_after_boot_us);
  }
  add_gauge(page, "process_open_fds", "Files and sockets that are open.", usage.open_files);
  add_gauge(page, "process_max_fds", "The most of them that may be open.", usage.open_files_max);
}

}  // namespace countersign::http
