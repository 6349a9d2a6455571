#include "http/external/engine_counters.h"

#include <algorithm>
#include <vector>

namespace countersign::http {
namespace {

constexpr std::array<std::uint64_t, 8> kBoundsUs{
    10'000, 50'000, 100'000, 250'000, 500'000, 1'000'000, 2'500'000, 5'000'000};

bool was_asked(CallOutcome outcome) { return outcome < CallOutcome::BreakerOpen; }

}  // namespace

void EngineCounters::ended(EngineCall call, CallOutcome outcome, std::chrono::microseconds took) {
  static_assert(kBoundsUs.size() == kBuckets);
  Calls& calls = calls_[static_cast<std::size_t>(call)];
  ++calls.outcomes[static_cast<std::size_t>(outcome)];
  if (!was_asked(outcome)) return;
  const auto us = static_cast<std::uint64_t>(std::max<std::int64_t>(took.count(), 0));
  const auto bucket = std::ranges::lower_bound(kBoundsUs, us) - kBoundsUs.begin();
  ++calls.latency[static_cast<std::size_t>(bucket)];
  calls.latency_us_sum += us;
}

std::uint64_t EngineCounters::count(EngineCall call, CallOutcome outcome) const {
  return calls_[static_cast<std::size_t>(call)].outcomes[static_cast<std::size_t>(outcome)];
}

void EngineCounters::write(PrometheusText& page) const {
  page.family("countersign_engine_requests_total",
              PrometheusText::Kind::Counter,
              "Questions for the external engine, by how they ended.");
  for (const auto& call : enum_names<EngineCall>) {
    for (const auto& outcome : enum_names<CallOutcome>) {
      const std::array<PrometheusText::Label, 2> labels{
          {{"call", call.name}, {"outcome", outcome.name}}};
      page.sample(count(call.value, outcome.value), labels);
    }
  }
  page.family("countersign_engine_request_seconds",
              PrometheusText::Kind::Histogram,
              "How long the external engine took, retries included.");
  for (const auto& call : enum_names<EngineCall>) {
    const Calls& calls = calls_[static_cast<std::size_t>(call.value)];
    const std::vector<std::uint64_t> counts(calls.latency.begin(), calls.latency.end());
    page.histogram({"call", call.name}, kBoundsUs, counts, calls.latency_us_sum);
  }
  page.counter("countersign_engine_retries_total",
               "Times that the external engine was asked again.",
               retries_);
}

}  // namespace countersign::http
