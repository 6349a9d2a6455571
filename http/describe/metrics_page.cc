#include <algorithm>
#include <chrono>
#include <cstdint>

#include "http/describe/describe_handlers.h"
#include "http/describe/describe_service.h"
#include "http/metrics/prometheus_text.h"

namespace countersign::http {
namespace {

void write_parts(PrometheusText& page, const DescribeService& service) {
  page.gauge("countersign_rate_buckets", "Rate limits remembered.", service.limiter.size());
  page.gauge("countersign_writer_queue",
             "Submissions that wait for the writer.",
             service.data.writer().queued());
  page.gauge("countersign_log_writable",
             "1 while events are accepted.",
             service.data.writer().failure() ? 0 : 1);
  page.gauge("countersign_disk_has_room",
             "1 while free space is above the reserve.",
             service.data.log().has_room() && service.data.vault().has_room() ? 1 : 0);
}

// Totals over the whole log, so they survive a restart.
void write_totals(PrometheusText& page, const Totals& totals) {
  page.gauge("countersign_clients", "Clients registered.", totals.clients_registered);
  page.gauge("countersign_sessions_open",
             "Sessions not ended, sandbox sessions included.",
             totals.sessions_open());
  page.gauge("countersign_sessions_unpurged",
             "Sessions ended and not yet purged, sandbox sessions included.",
             totals.retention_backlog());
  page.gauge("countersign_files_held", "Stored files.", totals.files_held());
  page.gauge("countersign_files_held_bytes", "Bytes of stored files.", totals.bytes_held());
  page.gauge("countersign_holds", "Legal holds in force.", totals.holds);
  page.gauge("countersign_reviews_waiting",
             "Sessions that wait for the decision of a person.",
             totals.reviews_waiting);
  page.gauge("countersign_reviews_overdue",
             "Of these, those that have waited for longer than their client's due time.",
             totals.reviews_overdue);
  page.counter(
      "countersign_reviews_decided_total", "Reviews that people settled.", totals.reviews_decided);
  page.counter("countersign_log_sessions_total", "Sessions in the log.", totals.sessions_created);
  page.counter("countersign_log_sandbox_sessions_total",
               "Of these, sandbox sessions.",
               totals.sandbox_sessions);
  page.counter("countersign_log_downloads_total", "Downloads in the log.", totals.downloads);
}

// How long the oldest case of a person waits; 0 if none does. The metric is left out if a view
// cannot be read.
void write_oldest_review(PrometheusText& page, const DescribeService& service) {
  const auto oldest = service.data.queries().reviews({std::nullopt, false, {}}, Sequence(), 1);
  if (!oldest) return;
  std::uint64_t seconds = 0;
  if (!oldest->empty()) {
    const auto session = service.data.queries().session(oldest->front().session);
    if (!session) return;
    const UtcTime now = service.clock.now();
    const UtcTime since = *session ? (*session)->ended_at.value_or(now) : now;
    const auto waited = std::chrono::duration_cast<std::chrono::seconds>(now - since).count();
    seconds = static_cast<std::uint64_t>(std::max<std::int64_t>(0, waited));
  }
  page.gauge("countersign_review_oldest_seconds",
             "How long the oldest session waits for the decision of a person.",
             seconds);
}

bool is_of_this_machine(const IpAddress& address) {
  static const AddressBlocks loopback = *AddressBlocks::parse("127.0.0.0/8,::1");
  return loopback.contains(address);
}

bool is_forwarded(const Headers& headers) {
  return headers.find("x-forwarded-for") || headers.find("forwarded") || headers.find("via");
}

// Allows the operators' socket, this machine itself and the addresses in the settings. A forwarded
// request from the loopback address comes from a proxy on this machine, whose clients may be
// anybody.
bool may_read_metrics(const DescribeService& service, const RequestHead& head) {
  if (head.admin) return true;
  const auto address = parse_ip_address(head.peer_address);
  if (!address) return false;
  if (is_of_this_machine(*address)) return !is_forwarded(head.headers);
  return service.settings.metrics_from.contains(*address);
}

}  // namespace

void get_metrics(DescribeService& service, const CallPtr& call) {
  if (!may_read_metrics(service, call->head())) {
    return call->refuse({.code = ProblemCode::NotFound, .detail = "The path does not exist."});
  }
  const auto totals = service.data.queries().totals();
  PrometheusText page;
  service.metrics.write(page);
  write_parts(page, service);
  // An unreadable log must not hide the other metrics.
  if (totals) write_totals(page, *totals);
  write_oldest_review(page, service);
  Response response;
  response.headers.add("Content-Type", std::string(PrometheusText::kContentType));
  response.body = page.take();
  call->reply(std::move(response));
}

}  // namespace countersign::http
