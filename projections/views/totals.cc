#include "projections/views/totals.h"

#include "projections/fold/event_fold.h"
#include "projections/fold/record_bytes.h"

namespace countersign {
namespace {

void count_result(Totals& totals, ResultStatus result) {
  switch (result) {
    case ResultStatus::Passed:
      ++totals.results_passed;
      return;
    case ResultStatus::Failed:
      ++totals.results_failed;
      return;
    case ResultStatus::Review:
      ++totals.results_review;
      return;
    case ResultStatus::Pending:
    case ResultStatus::NotEvaluated:
      return;
  }
}

}  // namespace

std::uint32_t TotalsView::shape() const { return shape_of<Totals>(); }

void TotalsView::fold(const Fact& fact, ViewBatch& views) const {
  const auto count = [&](const auto& change) {
    Totals totals = load<Totals>(views, space(), key()).value_or(Totals{});
    change(totals);
    views.put(space(), key(), to_bytes(totals));
  };
  const auto store = [](Totals& totals, const StoredFile& file) {
    ++totals.files_stored;
    totals.bytes_stored += file.size_bytes;
  };
  fold_event(
      fact.recorded.event,
      [&](const ClientRegistered&) { count([](Totals& t) { ++t.clients_registered; }); },
      [&](const SessionCreated& event) {
        count([&](Totals& t) {
          ++t.sessions_created;
          t.sandbox_sessions += event.sandbox ? 1 : 0;
        });
      },
      [&](const DocumentAccepted& event) { count([&](Totals& t) { store(t, event.file); }); },
      [&](const LivenessAccepted& event) {
        count([&](Totals& t) {
          for (const StoredFile& file : event.files) store(t, file);
        });
      },
      [&](const SessionFinalized& event) {
        count([&](Totals& t) {
          ++t.sessions_completed;
          if (!fact.session->sandbox) count_result(t, event.result);
        });
      },
      [&](const SessionExpired&) { count([](Totals& t) { ++t.sessions_expired; }); },
      [&](const SessionCanceled&) { count([](Totals& t) { ++t.sessions_canceled; }); },
      [&](const DocumentsDownloaded&) { count([](Totals& t) { ++t.downloads; }); },
      [&](const FilesPurged& event) {
        count([&](Totals& t) {
          ++t.sessions_purged;
          t.files_purged += event.files.size();
          t.bytes_purged += event.size_bytes;
        });
      },
      [&](const HoldSet&) { count([](Totals& t) { ++t.holds; }); },
      [&](const HoldReleased&) { count([](Totals& t) { --t.holds; }); },
      ignores<ChallengeIssued,
              NonceConsumed,
              DocumentRejected,
              LivenessRejected,
              DocumentValuesRead>,
      ignores<ClientChanged, SecretAdded, SecretRevoked, ClientDisabled>,
      ignores_key_events,
      ignores_threshold_events);
}

}  // namespace countersign
