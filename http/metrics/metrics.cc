#include "http/metrics/metrics.h"

#include <algorithm>
#include <utility>

namespace countersign::http {
namespace {

constexpr std::string_view kUnrouted = "unrouted";
constexpr std::string_view kSuccess = "OK";
constexpr std::string_view kOtherCode = "OTHER";

// From reading a view up to judging an image on a busy machine.
constexpr std::array<std::uint64_t, 14> kLatencyBoundsUs = {500,
                                                            1'000,
                                                            2'500,
                                                            5'000,
                                                            10'000,
                                                            25'000,
                                                            50'000,
                                                            100'000,
                                                            250'000,
                                                            500'000,
                                                            1'000'000,
                                                            2'500'000,
                                                            5'000'000,
                                                            10'000'000};

constexpr std::array<std::string_view, 6> kStatusNames = {
    "other", "1xx", "2xx", "3xx", "4xx", "5xx"};

constexpr auto kRelaxed = std::memory_order_relaxed;

void add(std::atomic<std::uint64_t>& count, std::uint64_t n = 1) { count.fetch_add(n, kRelaxed); }

std::uint64_t read(const std::atomic<std::uint64_t>& count) { return count.load(kRelaxed); }

template <NamedEnum E>
std::size_t label_value_of(E value) {
  return static_cast<std::size_t>(value);
}

}  // namespace

Metrics::Metrics(std::span<const std::string_view> operations) {
  static_assert(kLatencyBoundsUs.size() == kLatencyBuckets);
  static_assert(kStatusNames.size() == kStatusClasses);
  const auto add_endpoint = [&](std::string_view operation) {
    auto counts = std::make_unique<PerEndpoint>();
    counts->operation = operation;
    PerEndpoint* place = counts.get();
    if (by_operation_.emplace(place->operation, place).second) {
      endpoints_.push_back(std::move(counts));
    }
  };
  add_endpoint(kUnrouted);
  for (const std::string_view operation : operations) add_endpoint(operation);
}

Metrics::~Metrics() = default;

Metrics::PerEndpoint& Metrics::endpoint(std::string_view operation) {
  const auto found = by_operation_.find(operation);
  return found == by_operation_.end() ? *endpoints_.front() : *found->second;
}

void Metrics::answered(std::string_view operation, int status, std::chrono::microseconds took) {
  PerEndpoint& counts = endpoint(operation);
  const int status_class = status / 100;
  add(counts.answers[status_class >= 1 && status_class <= 5 ? static_cast<std::size_t>(status_class)
                                                            : 0]);
  const std::uint64_t us = took.count() < 0 ? 0 : static_cast<std::uint64_t>(took.count());
  const auto bucket = std::ranges::lower_bound(kLatencyBoundsUs, us) - kLatencyBoundsUs.begin();
  add(counts.latency[static_cast<std::size_t>(bucket)]);
  add(counts.latency_us_sum, us);
}

void Metrics::rate_limited(std::string_view operation) { add(endpoint(operation).limited); }

Metrics::Count& Metrics::count_of(Counter counter, std::size_t value) {
  return counts_[static_cast<std::size_t>(counter)][value];
}

void Metrics::count(Counter counter, std::uint64_t n) { add(count_of(counter), n); }

void Metrics::session_created(Purpose purpose, bool sandbox) {
  if (sandbox) return count(Counter::SandboxSessionsCreated);
  add(count_of(Counter::SessionsCreated, label_value_of(purpose)));
}

void Metrics::step_judged(Step step, std::string_view code, bool sandbox) {
  if (sandbox) return count(Counter::SandboxSubmissionsJudged);
  std::string name(code.empty() ? kSuccess : code);
  const MutexLock lock(codes_.mutex);
  const auto found = codes_.counts.find({step, name});
  if (found == codes_.counts.end() && codes_.counts.size() >= kCodesMax) name = kOtherCode;
  ++codes_.counts[{step, std::move(name)}];
}

void Metrics::session_finalized(ResultStatus result, bool sandbox) {
  const Counter counter = sandbox ? Counter::SandboxSessionsFinalized : Counter::SessionsFinalized;
  add(count_of(counter, label_value_of(result)));
}
void Metrics::challenge_issued(Step step) {
  add(count_of(Counter::ChallengesIssued, label_value_of(step)));
}

Metrics::Upload::Upload(Metrics& metrics) : metrics_(metrics) {
  metrics_.count(Counter::Uploads);
  metrics_.count(Counter::UploadsInFlight);
}
Metrics::Upload::~Upload() { metrics_.count_of(Counter::UploadsInFlight).fetch_sub(1, kRelaxed); }

void Metrics::bundle_sent(std::uint64_t files, std::uint64_t bytes) {
  count(Counter::BundlesSent);
  count(Counter::BundleFiles, files);
  count(Counter::BundleBytes, bytes);
}
void Metrics::file_sent(std::uint64_t bytes) {
  count(Counter::FilesSent);
  count(Counter::FileBytes, bytes);
}
void Metrics::files_purged(std::uint64_t files, std::uint64_t bytes) {
  count(Counter::PurgedFiles, files);
  count(Counter::PurgedBytes, bytes);
}
void Metrics::swept(const SweepReport& report) {
  count(Counter::Sweeps);
  count(Counter::SweptExpired, report.expired_sessions);
  count(Counter::SweptPurged, report.purged_sessions);
  files_purged(report.purged_files, report.purged_bytes);
}

void Metrics::add_source(Source source) { sources_.push_back(std::move(source)); }
void Metrics::add_part(std::function<void(PrometheusText&)> write) {
  parts_.push_back(std::move(write));
}
void Metrics::set_edge_source(std::function<EdgeCounters()> read) { edge_ = std::move(read); }

std::optional<std::uint64_t> Metrics::value_of(std::string_view source) const {
  const auto found = std::ranges::find(sources_, source, &Source::name);
  return found == sources_.end() ? std::nullopt : std::optional(found->read());
}

void Metrics::write(PrometheusText& page) const {
  write_endpoints(page);
  write_counters(page);
  for (const Source& source : sources_) {
    if (source.kind == Kind::Counter) {
      page.counter(source.name, source.help, source.read());
    } else {
      page.gauge(source.name, source.help, source.read());
    }
  }
  for (const auto& write_part : parts_) write_part(page);
  if (edge_) write_edge(page);
}

void Metrics::write_endpoints(PrometheusText& page) const {
  using enum PrometheusText::Kind;
  page.family("countersign_http_answers_total", Counter, "Answers by operation and status class.");
  for (const auto& counts : endpoints_) {
    for (std::size_t i = 0; i < kStatusClasses; ++i) {
      const std::uint64_t answers = read(counts->answers[i]);
      if (answers == 0) continue;
      const PrometheusText::Label labels[] = {{"operation", counts->operation},
                                              {"status", kStatusNames[i]}};
      page.sample(answers, labels);
    }
  }
  page.family("countersign_http_rate_limited_total", Counter, "Requests refused by a rate limit.");
  for (const auto& counts : endpoints_) {
    if (const std::uint64_t limited = read(counts->limited); limited > 0) {
      page.sample(limited, {"operation", counts->operation});
    }
  }
  page.family("countersign_http_answer_seconds",
              Histogram,
              "From the head of a request to its answer, by operation.");
  for (const auto& counts : endpoints_) {
    std::array<std::uint64_t, kLatencyBuckets + 1> latency{};
    std::ranges::transform(counts->latency, latency.begin(), read);
    if (std::ranges::all_of(latency, [](std::uint64_t n) { return n == 0; })) continue;
    page.histogram(
        {"operation", counts->operation}, kLatencyBoundsUs, latency, read(counts->latency_us_sum));
  }
}

void Metrics::write_counters(PrometheusText& page) const {
  for (const CounterFamily& family : kCounterFamilies) {
    const auto& counts = counts_[static_cast<std::size_t>(family.counter)];
    page.family(family.name, family.kind, family.help);
    if (family.counter == Counter::SubmissionsJudged) {
      write_judged(page);
    } else if (family.values.empty()) {
      page.sample(read(counts.front()));
    }
    for (std::size_t i = 0; i < family.values.size(); ++i) {
      page.sample(read(counts[i]), {family.label, family.values[i]});
    }
  }
}

void Metrics::write_judged(PrometheusText& page) const {
  const MutexLock lock(codes_.mutex);
  for (const auto& [what, count] : codes_.counts) {
    const PrometheusText::Label labels[] = {{"step", name_of(what.first)}, {"code", what.second}};
    page.sample(count, labels);
  }
}

void Metrics::write_edge(PrometheusText& page) const {
  using enum PrometheusText::Kind;
  const EdgeCounters edge = edge_();
  page.gauge("countersign_connections", "Open connections.", edge.open_connections);
  page.counter(
      "countersign_connections_accepted_total", "Connections accepted.", edge.accepted_connections);
  page.counter("countersign_connections_evicted_total",
               "Idle connections that were closed to make room for others.",
               edge.evicted_connections);
  page.counter("countersign_connections_refused_total",
               "Connections over the cap, or of another user on the admin socket.",
               edge.refused_connections);
  page.counter("countersign_requests_total", "Requests whose head was sound.", edge.requests);
  page.gauge("countersign_requests_in_flight", "Not answered yet.", edge.requests_in_flight);
  page.counter("countersign_framing_errors_total",
               "Bytes refused because they are not an HTTP request.",
               edge.framing_errors);
  page.family("countersign_responses_total", Counter, "Responses sent, by status class.");
  page.sample(edge.responses_2xx, {"status", "2xx"});
  page.sample(edge.responses_3xx, {"status", "3xx"});
  page.sample(edge.responses_4xx, {"status", "4xx"});
  page.sample(edge.responses_5xx, {"status", "5xx"});
  page.counter("countersign_received_bytes_total", "Bytes received.", edge.received_bytes);
  page.counter("countersign_sent_bytes_total", "Bytes sent.", edge.sent_bytes);
}

}  // namespace countersign::http
