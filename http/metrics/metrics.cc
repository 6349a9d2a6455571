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

// Adds one sample for each value of an enum whose values count from 0.
template <NamedEnum E, std::size_t N>
void by_name(PrometheusText& page,
             std::string_view label,
             const std::array<std::atomic<std::uint64_t>, N>& counts) {
  for (const auto& entry : enum_names<E>) {
    page.sample(read(counts[static_cast<std::size_t>(entry.value)]), {label, entry.name});
  }
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
void Metrics::authentication_failed() { add(auth_failures_); }

void Metrics::session_created(Purpose purpose, bool sandbox) {
  add(sandbox ? sandbox_created_ : created_[static_cast<std::size_t>(purpose)]);
}

void Metrics::step_judged(Step step, std::string_view code, bool sandbox) {
  if (sandbox) return add(sandbox_judged_);
  std::string name(code.empty() ? kSuccess : code);
  const MutexLock lock(codes_.mutex);
  const auto found = codes_.counts.find({step, name});
  if (found == codes_.counts.end() && codes_.counts.size() >= kCodesMax) name = kOtherCode;
  ++codes_.counts[{step, std::move(name)}];
}

void Metrics::session_finalized(ResultStatus result, bool sandbox) {
  add((sandbox ? sandbox_finalized_ : finalized_)[static_cast<std::size_t>(result)]);
}
void Metrics::challenge_issued(Step step) { add(challenges_[static_cast<std::size_t>(step)]); }
void Metrics::idempotent_replay() { add(replays_); }

Metrics::Upload::Upload(Metrics& metrics) : metrics_(metrics) {
  add(metrics_.uploads_);
  add(metrics_.uploads_in_flight_);
}
Metrics::Upload::~Upload() { metrics_.uploads_in_flight_.fetch_sub(1, kRelaxed); }

void Metrics::upload_received(std::uint64_t bytes) { add(upload_bytes_, bytes); }

void Metrics::bundle_sent(std::uint64_t files, std::uint64_t bytes) {
  add(bundles_);
  add(bundle_files_, files);
  add(bundle_bytes_, bytes);
}
void Metrics::file_sent(std::uint64_t bytes) {
  add(files_);
  add(file_bytes_, bytes);
}
void Metrics::download_broken() { add(broken_downloads_); }
void Metrics::download_aborted() { add(aborted_downloads_); }
void Metrics::files_purged(std::uint64_t files, std::uint64_t bytes) {
  add(purged_files_, files);
  add(purged_bytes_, bytes);
}
void Metrics::swept(const SweepReport& report) {
  add(sweeps_);
  add(swept_expired_, report.expired_sessions);
  add(swept_purged_, report.purged_sessions);
  files_purged(report.purged_files, report.purged_bytes);
}
void Metrics::log_failed() { add(log_failures_); }

void Metrics::add_source(Source source) { sources_.push_back(std::move(source)); }
void Metrics::add_part(std::function<void(PrometheusText&)> write) {
  parts_.push_back(std::move(write));
}
void Metrics::set_edge_source(std::function<EdgeCounters()> read) { edge_ = std::move(read); }

void Metrics::write(PrometheusText& page) const {
  write_endpoints(page);
  write_business(page);
  write_transfers(page);
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

void Metrics::write_business(PrometheusText& page) const {
  using enum PrometheusText::Kind;
  page.family("countersign_sessions_created_total", Counter, "Sessions created, by purpose.");
  by_name<Purpose>(page, "purpose", created_);
  page.family("countersign_sessions_finalized_total", Counter, "Sessions finalized, by result.");
  by_name<ResultStatus>(page, "result", finalized_);
  page.family("countersign_challenges_issued_total", Counter, "Nonces handed out, by step.");
  by_name<Step>(page, "step", challenges_);
  page.family("countersign_submissions_judged_total",
              Counter,
              "Submissions judged, by step and code; OK is a success.");
  {
    const MutexLock lock(codes_.mutex);
    for (const auto& [what, count] : codes_.counts) {
      const PrometheusText::Label labels[] = {{"step", name_of(what.first)}, {"code", what.second}};
      page.sample(count, labels);
    }
  }
  page.counter("countersign_sandbox_sessions_created_total",
               "Sandbox sessions created; they are in none of the families above but challenges.",
               read(sandbox_created_));
  page.counter("countersign_sandbox_submissions_judged_total",
               "Submissions judged by their file names.",
               read(sandbox_judged_));
  page.family("countersign_sandbox_sessions_finalized_total",
              Counter,
              "Sandbox sessions finalized, by forced result.");
  by_name<ResultStatus>(page, "result", sandbox_finalized_);
  page.counter("countersign_authentication_failures_total",
               "Client credentials that were wrong.",
               read(auth_failures_));
  page.counter("countersign_idempotent_replays_total",
               "Requests answered again from the log.",
               read(replays_));
  page.counter("countersign_log_failures_total",
               "Writes or fsyncs of the log that failed; after one the service ends.",
               read(log_failures_));
}

void Metrics::write_transfers(PrometheusText& page) const {
  page.gauge("countersign_uploads_in_flight", "Uploads being taken.", read(uploads_in_flight_));
  page.counter("countersign_uploads_total", "Uploads begun.", read(uploads_));
  page.counter("countersign_upload_bytes_total", "Bytes of images taken.", read(upload_bytes_));
  page.counter("countersign_bundles_sent_total", "Bundles sent whole.", read(bundles_));
  page.counter("countersign_bundle_files_total", "Files in bundles sent.", read(bundle_files_));
  page.counter("countersign_bundle_bytes_total", "Bytes of files in them.", read(bundle_bytes_));
  page.counter("countersign_files_sent_total", "Single files sent.", read(files_));
  page.counter("countersign_file_bytes_total", "Bytes of single files sent.", read(file_bytes_));
  page.counter("countersign_downloads_broken_total",
               "Downloads for which a stored file was missing or corrupt.",
               read(broken_downloads_));
  page.counter("countersign_downloads_aborted_total",
               "Downloads that the client left or took too slowly.",
               read(aborted_downloads_));
  page.counter("countersign_purged_files_total", "Files purged.", read(purged_files_));
  page.counter("countersign_purged_bytes_total", "Bytes of files purged.", read(purged_bytes_));
  page.counter("countersign_sweeps_total", "Retention sweeps.", read(sweeps_));
  page.counter("countersign_swept_expired_total",
               "Sessions that sweeps found expired.",
               read(swept_expired_));
  page.counter(
      "countersign_swept_purged_total", "Sessions that sweeps purged.", read(swept_purged_));
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
