#include "projections/retention/sweep.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include "events/writer/submit_all.h"
#include "projections/erasure/erasure.h"
#include "projections/queries/slots_in_use.h"

namespace countersign {
namespace {

constexpr std::size_t kSessionsAPage = 128;

bool is_committed(const Outcome& outcome) { return std::holds_alternative<Committed>(outcome); }

const FilesPurged* purge_in(const Outcome& outcome) {
  const auto* committed = std::get_if<Committed>(&outcome);
  if (committed == nullptr) return nullptr;
  return std::get_if<FilesPurged>(&committed->events.back().event);
}

class Sweep {
 public:
  Sweep(DataFolder& data, const SweepOptions& options) : data_(data), options_(options) {
    report_.completed_cutoff = options.now - options.periods.completed;
    report_.unfinished_cutoff = options.now - options.periods.unfinished;
  }

  Result<SweepReport, StoreError> run() {
    if (!options_.dry_run) {
      if (!data_.erasure().turn().lock_unless(options_.given_up)) return given_up();
      const FairMutexLock turn(data_.erasure().turn(), FairMutexLock::Taken{});
      report_.failed_files = data_.erasure().unlink_remembered();
    }
    if (const auto error = expire()) return *error;
    const auto clients = data_.queries().clients();
    if (!clients) return clients.error();
    for (const Client& client : *clients) {
      if (const auto error = purge(client)) return *error;
    }
    if (options_.dry_run) return outcome();
    // Not given up: the keys of the sessions that were purged are still in the database.
    const FairMutexLock turn(data_.erasure().turn());
    if (const auto error =
            data_.erasure().finish({options_.actor, options_.request, options_.now})) {
      return *error;
    }
    return outcome();
  }

 private:
  // A damaged queue fails the sweep, after everything else was swept.
  Result<SweepReport, StoreError> outcome() const {
    if (damaged_) return StoreError::Corrupt;
    return report_;
  }

  SweepReport given_up() {
    report_.complete = false;
    return report_;
  }

  using Handle = std::optional<StoreError> (Sweep::*)(const std::vector<RetentionEntry>&, UtcTime);

  // Hands the due sessions of a queue to `handle`, a few at a time, until none is left or the limit
  // is reached. Continues behind the last session seen, since a session may have to stay.
  std::optional<StoreError> for_each_due(RetentionQueue queue,
                                         const ClientKey& client,
                                         UtcTime before,
                                         Handle handle) {
    std::optional<RetentionEntry> last;
    for (;;) {
      const auto due = data_.queries().due(queue, client, before, kSessionsAPage, last);
      if (!due && due.error() == StoreError::Corrupt) {
        damaged_ = true;
        return std::nullopt;
      }
      if (!due) return due.error();
      if (due->empty()) return std::nullopt;
      if (auto error = (this->*handle)(*due, before)) return error;
      if (options_.after_batch && !options_.after_batch(report_)) report_.complete = false;
      if (options_.given_up()) report_.complete = false;
      if (!report_.complete) return std::nullopt;
      last = due->back();
    }
  }

  template <class Command>
  std::vector<Outcome> submit(const std::vector<RetentionEntry>& due, const Command& command) {
    std::vector<Submission> submissions;
    for (const RetentionEntry& entry : due) {
      submissions.push_back(
          {stream_of(entry.session), SessionCommand(command), options_.actor, options_.request});
      if (std::is_same_v<Command, PurgeFiles>) {
        submissions.back().puncture = leaves_to_puncture(entry.session, options_.now);
      }
    }
    return submit_all(data_.writer(), std::move(submissions));
  }

  // A rejection means that another caller was first, between the query and the command. If the
  // queue is full, the session is left to the next sweep. So is a session that cannot be read,
  // which must not keep the others.
  std::optional<StoreError> failure_of(const Outcome& outcome) {
    if (std::holds_alternative<Busy>(outcome)) report_.complete = false;
    const auto* error = std::get_if<StoreError>(&outcome);
    if (error == nullptr) return std::nullopt;
    if (*error != StoreError::Unreadable) return *error;
    ++report_.unread_sessions;
    return std::nullopt;
  }

  std::optional<StoreError> expire() {
    const UtcTime just_after_now = options_.now + Duration(1);
    return for_each_due(RetentionQueue::Open, {}, just_after_now, &Sweep::expire_these);
  }

  std::optional<StoreError> expire_these(const std::vector<RetentionEntry>& due, UtcTime) {
    if (options_.dry_run) {
      report_.expired_sessions += due.size();
      return std::nullopt;
    }
    for (const Outcome& outcome : submit(due, ExpireSession{options_.now})) {
      if (const auto error = failure_of(outcome)) return error;
      if (is_committed(outcome)) ++report_.expired_sessions;
    }
    return std::nullopt;
  }

  std::optional<StoreError> purge(const Client& client) {
    const RetentionPeriods periods = periods_of(client, options_.periods);
    // Nothing is kept behind the last day of a closed client.
    const bool is_over = periods.no_later_than && *periods.no_later_than <= options_.now;
    const auto cutoff = [&](Duration kept) { return is_over ? options_.now : options_.now - kept; };
    if (auto error = purge(RetentionQueue::Completed, client.key, cutoff(periods.completed))) {
      return error;
    }
    if (auto error = purge(RetentionQueue::InReview, client.key, cutoff(periods.waiting()))) {
      return error;
    }
    return purge(RetentionQueue::Unfinished, client.key, cutoff(periods.unfinished));
  }

  std::optional<StoreError> purge(RetentionQueue queue, const ClientKey& client, UtcTime before) {
    if (!report_.complete) return std::nullopt;
    return for_each_due(queue, client, before, &Sweep::purge_these);
  }

  std::optional<StoreError> purge_these(const std::vector<RetentionEntry>& due, UtcTime cutoff) {
    std::vector<RetentionEntry> wanted;
    for (const RetentionEntry& entry : due) {
      const auto session = data_.queries().session(entry.session);
      if (!session) {
        ++report_.unread_sessions;
        continue;
      }
      if (!*session || (*session)->purged_at) continue;
      if ((*session)->held) {
        ++report_.held_sessions;
        continue;
      }
      if (report_.purged_sessions + wanted.size() >=
          options_.limit.value_or(std::numeric_limits<std::size_t>::max())) {
        report_.complete = false;
        break;
      }
      if (options_.dry_run) {
        count(**session);
        continue;
      }
      wanted.push_back(entry);
    }
    return wanted.empty() ? std::nullopt : purge_for_good(wanted, cutoff);
  }

  void count(const Session& session) {
    ++report_.purged_sessions;
    report_.purged_files += session.files.size();
    for (const StoredFile& file : session.files) report_.purged_bytes += file.size_bytes;
  }

  std::optional<StoreError> purge_for_good(const std::vector<RetentionEntry>& wanted,
                                           UtcTime cutoff) {
    Erasure& erasure = data_.erasure();
    if (!erasure.turn().lock_unless(options_.given_up)) {
      report_.complete = false;
      return std::nullopt;
    }
    const FairMutexLock turn(erasure.turn(), FairMutexLock::Taken{});
    if (const auto error = erasure.begin()) return *error;
    const auto outcomes = submit(wanted, PurgeFiles{options_.now, PurgeReason::Retention, cutoff});
    // Purged sessions lose their files even if the log failed for a later one.
    std::optional<StoreError> failure;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      if (const auto error = failure_of(outcomes[i])) failure = error;
      if (const auto* rejection = std::get_if<Rejection>(&outcomes[i])) {
        if (rejection->why == Refusal::LegalHold) ++report_.held_sessions;
      }
      if (purge_in(outcomes[i]) == nullptr) continue;
      const auto session = data_.queries().session(wanted[i].session);
      if (!session) return session.error();
      check(session->has_value(), "a purged session is found in the views");
      const Erasure::Unlinked unlinked = erasure.unlink({PurgeReason::Retention,
                                                         options_.now,
                                                         std::get<Committed>(outcomes[i]).punctured,
                                                         (*session)->files});
      ++report_.purged_sessions;
      report_.purged_files += unlinked.files;
      report_.purged_bytes += unlinked.bytes;
      report_.failed_files += unlinked.failed;
    }
    return failure;
  }

  DataFolder& data_;
  const SweepOptions& options_;
  SweepReport report_;
  bool damaged_ = false;
};

}  // namespace

Result<SweepReport, StoreError> sweep(DataFolder& data, const SweepOptions& options) {
  return Sweep(data, options).run();
}

Duration pause_for(std::uint64_t sessions, Duration elapsed, std::uint32_t sessions_a_second) {
  if (sessions_a_second == 0) return Duration(0);
  const Duration due(static_cast<std::int64_t>(sessions * 1'000'000 / sessions_a_second));
  return std::max(due - elapsed, Duration(0));
}

}  // namespace countersign
