#include "projections/queries/review_report.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>
#include <vector>

namespace countersign {
namespace {

constexpr std::size_t kPage = 1000;

std::uint64_t ms_between(UtcTime from, UtcTime to) {
  return to <= from ? 0 : static_cast<std::uint64_t>((to - from).count() / 1000);
}

// The value below which so many hundredths of the values lie; none of no values.
std::optional<std::uint64_t> percentile(std::vector<std::uint64_t> values, std::size_t hundredths) {
  if (values.empty()) return std::nullopt;
  const std::size_t at = std::min(values.size() - 1, values.size() * hundredths / 100);
  const auto place = values.begin() + static_cast<std::ptrdiff_t>(at);
  std::nth_element(values.begin(), place, values.end());
  return *place;
}

// Whether the reviewer gave an opinion on the case or corrected its decision.
bool has_decided(const Review& review, const std::string& reviewer) {
  const auto corrected = [&](const std::vector<std::string>& by) {
    return std::ranges::count(by, reviewer) > 0;
  };
  return has_opinion_of(review, reviewer) || corrected(review.reviewers) ||
         std::ranges::any_of(review.earlier, corrected, &EarlierDecision::reviewers);
}

class Reporting {
 public:
  Reporting(const Queries& queries, const ReportedSpan& span, UtcTime now)
      : queries_(queries), span_(span), now_(now) {}

  Result<ReviewReport, StoreError> run() {
    if (auto error = count_waiting()) return *error;
    std::vector<ReviewAct> acts;
    const auto keep = [&](const ReviewAct& act) {
      if (span_.covers(act.client)) acts.push_back(act);
    };
    if (auto error = queries_.review_acts(span_.from, span_.to, keep)) return *error;
    for (const ReviewAct& act : acts) {
      if (auto error = count(act)) return *error;
    }
    report_.median_ms = percentile(waits_, 50);
    report_.p95_ms = percentile(std::move(waits_), 95);
    return std::move(report_);
  }

 private:
  std::optional<StoreError> count_waiting() {
    const auto clients = queries_.clients();
    if (!clients) return clients.error();
    for (const Client& client : *clients) {
      if (!span_.covers(client.key)) continue;
      if (auto error = count_waiting(client.key)) return error;
    }
    return std::nullopt;
  }

  std::optional<StoreError> count_waiting(const ClientKey& client) {
    for (Sequence after;;) {
      const auto page = queries_.reviews(client, after, kPage);
      if (!page) return page.error();
      if (page->empty()) return std::nullopt;
      if (after == Sequence()) {
        if (auto error = note_oldest(page->front().session)) return error;
      }
      report_.waiting += page->size();
      after = page->back().asked;
    }
  }

  std::optional<StoreError> note_oldest(const SessionId& id) {
    const auto session = queries_.session(id);
    if (!session) return session.error();
    if (!*session || !(*session)->ended_at) return std::nullopt;
    report_.oldest_ms =
        std::max(report_.oldest_ms.value_or(0), ms_between(*(*session)->ended_at, now_));
    return std::nullopt;
  }

  std::optional<StoreError> count(const ReviewAct& act) {
    const auto found = queries_.session(act.session);
    if (!found) return found.error();
    if (!*found) return std::nullopt;
    const Review& review = (*found)->review;
    ReviewerFigures& figures = report_.reviewers[act.reviewer];
    if (act.kind == ReviewActKind::Look) {
      const bool first = looked_.emplace(act.reviewer, act.session).second;
      if (first && !has_decided(review, act.reviewer)) ++figures.looks_without_decision;
      return std::nullopt;
    }
    if (act.kind == ReviewActKind::Correction) {
      ++figures.corrections;
      return std::nullopt;
    }
    ++figures.decisions;
    if (act.waited_ms) waits_.push_back(*act.waited_ms);
    const auto own = std::ranges::find(review.opinions, act.reviewer, &ReviewOpinion::reviewer);
    if (own != review.opinions.end() && review.decision && own->decision != *review.decision) {
      ++figures.disagreements;
    }
    return std::nullopt;
  }

  const Queries& queries_;
  const ReportedSpan& span_;
  const UtcTime now_;
  ReviewReport report_;
  std::vector<std::uint64_t> waits_;
  std::set<std::pair<std::string, SessionId>> looked_;
};

}  // namespace

Result<ReviewReport, StoreError> review_report(const Queries& queries,
                                               const ReportedSpan& span,
                                               UtcTime now) {
  return Reporting(queries, span, now).run();
}

}  // namespace countersign
