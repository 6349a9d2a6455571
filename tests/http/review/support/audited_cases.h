#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <utility>

#include "events/audit/history_audit.h"
#include "tests/http/review/support/cases.h"

// Cases whose log is audited as a stranger would do it.
namespace countersign::http {

inline ClientPolicy signed_only(std::uint64_t reviewers = 1) {
  ClientPolicy policy = any_purpose();
  policy.unsigned_decisions = false;
  policy.reviewers = reviewers;
  return policy;
}

inline ClientPolicy looks_only() {
  ClientPolicy policy = any_purpose();
  policy.decisions_without_look = DecisionsWithoutLook::Forbidden;
  return policy;
}

struct Audited {
  std::string fault;
  DecisionCounts counts;
};

// Audits the whole log, after `change` was applied to each event.
inline Audited audited(Cases& console, const std::function<void(RecordedEvent&)>& change) {
  HistoryAudit audit;
  for (std::uint64_t n = 1; n <= console.head(); ++n) {
    auto event = console.rig.data().log().find(Sequence(n));
    REQUIRE((event && *event));
    change((*event)->recorded);
    audit.next() = std::move(**event);
    if (const auto fault = audit.take()) return {fault->why, audit.decisions()};
  }
  const auto fault = audit.end();
  return {fault ? fault->why : "", audit.decisions()};
}

}  // namespace countersign::http
