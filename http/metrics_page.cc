#include "http/handlers.h"
#include "http/prometheus_text.h"
#include "http/service.h"

namespace countersign::http {
namespace {

void write_parts(PrometheusText& page, const Service& service) {
  page.gauge("countersign_rate_buckets", "Rate limits remembered.", service.limiter.size());
  page.gauge("countersign_writer_queue",
             "Submissions that wait for the writer.",
             service.data.writer().queued());
  page.gauge("countersign_log_writable",
             "1 while events are accepted.",
             service.data.writer().failure() ? 0 : 1);
  page.gauge("countersign_disk_has_room",
             "1 while free space is above the reserve.",
             service.data.log().has_room() ? 1 : 0);
}

// Over the whole log, so they survive a restart.
void write_totals(PrometheusText& page, const Totals& totals) {
  page.gauge("countersign_clients", "Clients registered.", totals.clients_registered);
  page.gauge("countersign_sessions_open", "Sessions not ended.", totals.sessions_open());
  page.gauge("countersign_sessions_unpurged",
             "Sessions ended and not yet purged.",
             totals.retention_backlog());
  page.gauge("countersign_files_held", "Stored files.", totals.files_held());
  page.gauge("countersign_files_held_bytes", "Bytes of stored files.", totals.bytes_held());
  page.gauge("countersign_holds", "Legal holds in force.", totals.holds);
  page.counter("countersign_log_sessions_total", "Sessions in the log.", totals.sessions_created);
  page.counter("countersign_log_sandbox_sessions_total",
               "Of these, sandbox sessions.",
               totals.sandbox_sessions);
  page.counter("countersign_log_downloads_total", "Downloads in the log.", totals.downloads);
}

}  // namespace

void get_metrics(Service& service, const CallPtr& call) {
  const auto totals = service.data.queries().totals();
  PrometheusText page;
  service.metrics.write(page);
  write_parts(page, service);
  // A log that cannot be read must not hide the rest.
  if (totals) write_totals(page, *totals);
  Response response;
  response.headers.add("Content-Type", std::string(PrometheusText::kContentType));
  response.body = page.take();
  call->reply(std::move(response));
}

}  // namespace countersign::http
