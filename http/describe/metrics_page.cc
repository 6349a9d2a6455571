#include <algorithm>
#include <chrono>
#include <cstdint>

#include "http/describe/describe_handlers.h"
#include "http/describe/describe_service.h"
#include "http/metrics/process_metrics.h"
#include "http/metrics/prometheus_text.h"
#include "projections/backup/last_backup.h"

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

// 0 if the clock was set back meanwhile.
std::uint64_t seconds_since(UtcTime then, UtcTime now) {
  const auto passed = std::chrono::duration_cast<std::chrono::seconds>(now - then).count();
  return static_cast<std::uint64_t>(std::max<std::int64_t>(0, passed));
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
    seconds = seconds_since(since, now);
  }
  page.gauge("countersign_review_oldest_seconds",
             "How long the oldest session waits for the decision of a person.",
             seconds);
}

// Where captures end, over the whole log. The metric is left out if the view cannot be read.
void write_capture_ends(PrometheusText& page, const DescribeService& service) {
  const auto ends = service.data.queries().capture_ends();
  if (!ends) return;
  page.family("countersign_captures_ended_total",
              PrometheusText::Kind::Counter,
              "Captures that ended, by how, by the picture that they had come to, and by the code "
              "of its last submission; without sandbox sessions.");
  for (const CaptureEnds& each : *ends) {
    const PrometheusText::Label labels[] = {
        {"end", name_of(each.end)}, {"place", name_of(each.place)}, {"code", each.code}};
    page.sample(each.captures, labels);
  }
}

// How old the newest whole backup is, and how the last one went. The metrics are left out if none
// was made or tried, or if the folder's record of it cannot be read.
void write_backup(PrometheusText& page, const DescribeService& service) {
  const auto last = last_backup_of(service.data.path());
  if (!last) return;
  page.gauge("countersign_backup_failing",
             "1 when the last backup failed, or was made without some of the files.",
             last->outcome == BackupOutcome::Made ? 0 : 1);
  if (!last->made_at) return;
  page.gauge("countersign_backup_age_seconds",
             "How long ago the newest whole backup was begun; absent before the first.",
             seconds_since(*last->made_at, service.clock.now()));
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
  write_build(page);
  write_process(page, process_usage());
  service.metrics.write(page);
  write_parts(page, service);
  // An unreadable log must not hide the other metrics.
  if (totals) write_totals(page, *totals);
  write_oldest_review(page, service);
  write_capture_ends(page, service);
  write_backup(page, service);
  Response response;
  response.headers.add("Content-Type", std::string(PrometheusText::kContentType));
  response.body = page.take();
  call->reply(std::move(response));
}

}  // namespace countersign::http
