#include "http/inspectors/remote_metrics.h"

#include <array>

#include "core/check.h"

namespace countersign::http {
namespace {

std::uint64_t breaker_number_of(CircuitBreaker::State state) {
  switch (state) {
    case CircuitBreaker::State::Closed:
      return 0;
    case CircuitBreaker::State::HalfOpen:
      return 1;
    case CircuitBreaker::State::Open:
      return 2;
  }
  check(false, "the state of an inspector's breaker is an enumerator of CircuitBreaker::State");
  return 0;
}

class RemotePage {
 public:
  RemotePage(std::span<const NamedRemoteEngine> engines, PrometheusText& text)
      : engines_(engines), text_(text) {}

  template <class Value>
  void each_host(std::string_view name,
                 PrometheusText::Kind kind,
                 std::string_view help,
                 const Value& value) {
    text_.family(name, kind, help);
    for (const NamedRemoteEngine& one : engines_) {
      for (const auto& host : one.engine->hosts()) {
        const std::array<PrometheusText::Label, 2> labels{
            {{"program", one.program}, {"address", host->address()}}};
        text_.sample(value(*host), labels);
      }
    }
  }
  template <class Value>
  void each_engine(std::string_view name,
                   PrometheusText::Kind kind,
                   std::string_view help,
                   const Value& value) {
    text_.family(name, kind, help);
    for (const NamedRemoteEngine& one : engines_) {
      text_.sample(value(*one.engine), {"program", one.program});
    }
  }

 private:
  const std::span<const NamedRemoteEngine> engines_;
  PrometheusText& text_;
};

}  // namespace

void write_remote_metrics(std::span<const NamedRemoteEngine> engines, PrometheusText& text) {
  using Kind = PrometheusText::Kind;
  RemotePage page(engines, text);
  page.each_host("countersign_remote_inspector_up",
                 Kind::Gauge,
                 "1 while the inspector on another machine is one that judges.",
                 [](const RemoteHost& host) { return host.health().is_ready ? 1 : 0; });
  page.each_host("countersign_remote_inspector_places",
                 Kind::Gauge,
                 "Submissions that the inspector judges at the same time.",
                 [](const RemoteHost& host) { return host.health().places; });
  page.each_host("countersign_remote_inspector_places_taken",
                 Kind::Gauge,
                 "Submissions of this server that are there.",
                 [](const RemoteHost& host) { return host.health().taken; });
  page.each_host("countersign_remote_inspector_breaker",
                 Kind::Gauge,
                 "The circuit breaker: 0 closed, 1 half open, 2 open.",
                 [](const RemoteHost& host) { return breaker_number_of(host.health().breaker); });
  page.each_host("countersign_remote_inspector_judged_total",
                 Kind::Counter,
                 "Submissions that the inspector has judged.",
                 [](const RemoteHost& host) { return host.counters().judged.load(); });
  page.each_host("countersign_remote_inspector_failed_total",
                 Kind::Counter,
                 "Submissions that the inspector was lost with.",
                 [](const RemoteHost& host) { return host.counters().failed.load(); });
  page.each_host("countersign_remote_inspector_busy_total",
                 Kind::Counter,
                 "Submissions that the inspector had no place or time for.",
                 [](const RemoteHost& host) { return host.counters().busy.load(); });
  page.each_host("countersign_remote_inspector_sent_bytes_total",
                 Kind::Counter,
                 "Bytes of tasks and pictures that were sent to the inspector.",
                 [](const RemoteHost& host) { return host.counters().sent_bytes.load(); });
  page.each_engine("countersign_remote_inspections_waiting",
                   Kind::Gauge,
                   "Submissions that wait for a place at an inspector.",
                   [](const RemoteEngine& engine) { return engine.waiting(); });
  page.each_engine("countersign_remote_inspection_retries_total",
                   Kind::Counter,
                   "Submissions that went to another inspector after one was lost.",
                   [](const RemoteEngine& engine) { return engine.retries(); });
  page.each_engine("countersign_remote_inspection_fallbacks_total",
                   Kind::Counter,
                   "Submissions that the local workers judged because no inspector could.",
                   [](const RemoteEngine& engine) { return engine.fallbacks(); });
}

}  // namespace countersign::http
