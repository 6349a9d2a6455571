#include "projections/retention/purge.h"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

#include "core/session/session.h"
#include "events/writer/submit_all.h"
#include "projections/erasure/erasure.h"
#include "projections/queries/slots_in_use.h"

namespace countersign {
namespace {

// The most sessions that are submitted together. Other submissions wait for at most one such group.
constexpr std::size_t kSessionsAGroup = 64;

PurgeFiles erasing(UtcTime now, const PurgeRequest& request) {
  return {now, PurgeReason::Erasure, std::nullopt, request.why};
}

bool is_done_already(const PurgeOutcome& outcome) {
  if (outcome) return false;
  const auto* rejection = std::get_if<Rejection>(&outcome.error());
  return rejection != nullptr && rejection->why == Refusal::NothingToDo;
}

struct OutcomeOf {
  PurgeOutcome operator()(const Committed& committed) const {
    const bool purged = std::holds_alternative<FilesPurged>(committed.events.back().event);
    check(purged, "the last event of a committed purge is FilesPurged");
    PurgeReport report;
    report.sequence = committed.events.back().sequence;
    return report;
  }
  PurgeOutcome operator()(const Rejection& rejection) const { return PurgeFailure(rejection); }
  PurgeOutcome operator()(StoreError error) const { return PurgeFailure(error); }
  PurgeOutcome operator()(const Busy& busy) const { return PurgeFailure(busy); }
  PurgeOutcome operator()(const Replayed&) const { return impossible(); }
  PurgeOutcome operator()(const Conflict&) const { return impossible(); }

 private:
  static PurgeOutcome impossible() {
    check(false, "the outcome of a purge is neither Replayed nor Conflict");
    return PurgeFailure(StoreError::Stopped);
  }
};

class Pass {
 public:
  Pass(DataFolder& data, const std::vector<PurgeRequest>& requests, UtcTime now)
      : data_(data), requests_(requests), now_(now) {}

  std::vector<PurgeOutcome> run() {
    const FairMutexLock turn(data_.erasure().turn());
    for (std::size_t at = 0; at < requests_.size(); at += kSessionsAGroup) {
      purge_some(
          std::span(requests_).subspan(at, std::min(kSessionsAGroup, requests_.size() - at)));
    }
    const auto error = data_.erasure().erase_keys();
    if (!error) return std::move(outcomes_);
    // Neither these purges nor earlier purges of the same sessions are physical yet.
    for (PurgeOutcome& outcome : outcomes_) {
      if (outcome || is_done_already(outcome)) outcome = PurgeFailure(*error);
    }
    return std::move(outcomes_);
  }

 private:
  void purge_some(std::span<const PurgeRequest> requests) REQUIRES_LOCK(data_.erasure().turn()) {
    const std::size_t begin = outcomes_.size();
    std::vector<std::size_t> wanted;  // places among the outcomes
    for (const PurgeRequest& request : requests) {
      outcomes_.push_back(refusal_of(request));
      if (outcomes_.back()) wanted.push_back(outcomes_.size() - 1);
    }
    if (wanted.empty()) return;
    if (const auto error = data_.erasure().begin()) {
      for (const std::size_t place : wanted) outcomes_[place] = PurgeFailure(*error);
      return;
    }
    std::vector<Submission> submissions;
    for (const std::size_t place : wanted) {
      const PurgeRequest& request = requests[place - begin];
      submissions.push_back({stream_of(request.session),
                             SessionCommand(erasing(now_, request)),
                             request.actor,
                             request.request});
      submissions.back().puncture = leaves_to_puncture(request.session, now_);
    }
    const auto results = submit_all(data_.writer(), std::move(submissions));
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      PurgeOutcome& outcome = outcomes_[wanted[i]];
      outcome = std::visit(OutcomeOf{}, results[i]);
      // After a failed write the log takes nothing more, and the next open knows what it holds.
      if (const auto* committed = std::get_if<Committed>(&results[i])) {
        unlink(requests[wanted[i] - begin].session, *committed, outcome);
      }
    }
  }

  // Returns the refusal, so that nothing is begun for a refused request; else an empty report.
  PurgeOutcome refusal_of(const PurgeRequest& request) const {
    const auto session = data_.queries().session(request.session);
    if (!session) return PurgeFailure(session.error());
    const auto decision =
        decide(session->value_or(Session{}), SessionCommand(erasing(now_, request)));
    if (!decision) return PurgeFailure(decision.error());
    return PurgeReport{};
  }

  void unlink(const SessionId& id, const Committed& committed, PurgeOutcome& outcome)
      REQUIRES_LOCK(data_.erasure().turn()) {
    Erasure::Purge purge{PurgeReason::Erasure, now_, committed.punctured, {}};
    const auto session = data_.queries().session(id);
    if (!session) {
      // The key is erased nevertheless. The next open removes the files.
      (void)data_.erasure().unlink(purge);
      outcome = PurgeFailure(session.error());
      return;
    }
    check(session->has_value(), "a purged session is found in the views");
    purge.files = (*session)->files;
    const Erasure::Unlinked unlinked = data_.erasure().unlink(purge);
    outcome->purged_files = unlinked.files;
    outcome->purged_bytes = unlinked.bytes;
    outcome->failed_files = unlinked.failed;
  }

  DataFolder& data_;
  const std::vector<PurgeRequest>& requests_;
  const UtcTime now_;
  std::vector<PurgeOutcome> outcomes_;
};

}  // namespace

std::vector<PurgeOutcome> purge_sessions(DataFolder& data,
                                         const std::vector<PurgeRequest>& requests,
                                         UtcTime now) {
  if (requests.empty()) return {};
  return Pass(data, requests, now).run();
}

PurgeOutcome purge_session(DataFolder& data,
                           const SessionId& session,
                           const Actor& actor,
                           const RequestId& request,
                           UtcTime now,
                           const std::optional<StatedReason>& why) {
  return purge_sessions(data, {{session, actor, request, why}}, now).front();
}

}  // namespace countersign
