#include "projections/views/totals.h"

#include <span>

#include "core/event/vault_file.h"
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
    case ResultStatus::Resubmitted:  // is no result of the machine
      return;
  }
}

void count_stored(Totals& totals, std::span<const StoredFile> files) {
  totals.files_stored += files.size();
  for (const StoredFile& file : files) totals.bytes_stored += file.size_bytes;
  totals.vault_files_stored += vault_files_of(files).size();
}

void change(ViewBatch& views, const auto& by) {
  Totals totals = load<Totals>(views, space::kTotals, TotalsView::key()).value_or(Totals{});
  by(totals);
  views.put(space::kTotals, TotalsView::key(), to_bytes(totals));
}

}  // namespace

Projection TotalsView::projection() {
  return {.name = "totals", .space = space::kTotals, .version = 2, .shape = shape_of<Totals>()};
}

void TotalsView::fold(const FoldedEvent<SessionCreated>& folded, ViewBatch& views) {
  change(views, [&](Totals& totals) {
    ++totals.sessions_created;
    totals.sandbox_sessions += folded.event.sandbox ? 1 : 0;
  });
}

void TotalsView::fold(const FoldedEvent<DocumentAccepted>& folded, ViewBatch& views) {
  change(views, [&](Totals& totals) { count_stored(totals, {&folded.event.file, 1}); });
}

void TotalsView::fold(const FoldedEvent<LivenessAccepted>& folded, ViewBatch& views) {
  change(views, [&](Totals& totals) { count_stored(totals, folded.event.files); });
}

void TotalsView::fold(const FoldedEvent<SessionFinalized>& folded, ViewBatch& views) {
  change(views, [&](Totals& totals) {
    ++totals.sessions_completed;
    if (folded.state.sandbox) return;
    count_result(totals, folded.event.result);
    if (waits_for_review(folded.state)) ++totals.reviews_waiting;
  });
}

void TotalsView::fold(const FoldedEvent<SessionExpired>&, ViewBatch& views) {
  change(views, [](Totals& totals) { ++totals.sessions_expired; });
}

void TotalsView::fold(const FoldedEvent<SessionCanceled>&, ViewBatch& views) {
  change(views, [](Totals& totals) { ++totals.sessions_canceled; });
}

void TotalsView::fold(const FoldedEvent<DocumentsDownloaded>&, ViewBatch& views) {
  change(views, [](Totals& totals) { ++totals.downloads; });
}

void TotalsView::fold(const FoldedEvent<FilesPurged>& folded, ViewBatch& views) {
  change(views, [&](Totals& totals) {
    ++totals.sessions_purged;
    totals.files_purged += folded.event.files.size();
    totals.bytes_purged += folded.event.size_bytes;
    totals.vault_files_purged += vault_files_of(folded.state.files).size();
    const Session& session = folded.state;
    if (session.sandbox || !session.review.asked || session.review.decision) return;
    --totals.reviews_waiting;
    if (session.review.overdue_at) --totals.reviews_overdue;
  });
}

void TotalsView::fold(const FoldedEvent<HoldSet>&, ViewBatch& views) {
  change(views, [](Totals& totals) { ++totals.holds; });
}

void TotalsView::fold(const FoldedEvent<HoldReleased>&, ViewBatch& views) {
  change(views, [](Totals& totals) { --totals.holds; });
}

void TotalsView::fold(const FoldedEvent<ReviewDecided>& folded, ViewBatch& views) {
  if (!folded.event.settles || folded.state.sandbox) return;
  change(views, [&](Totals& totals) {
    --totals.reviews_waiting;
    ++totals.reviews_decided;
    if (folded.state.review.overdue_at) --totals.reviews_overdue;
  });
}

void TotalsView::fold(const FoldedEvent<ReviewOverdue>& folded, ViewBatch& views) {
  if (folded.state.sandbox) return;
  change(views, [](Totals& totals) { ++totals.reviews_overdue; });
}

void TotalsView::fold(const FoldedEvent<ClientRegistered>&, ViewBatch& views) {
  change(views, [](Totals& totals) { ++totals.clients_registered; });
}

}  // namespace countersign
