#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "core/client/client.h"
#include "core/ids.h"
#include "core/keys/key_history.h"
#include "core/machine/threads/given_up.h"
#include "core/result.h"
#include "core/reviewer/reviewer.h"
#include "core/session/session.h"
#include "core/stream/recorded_event.h"
#include "core/utc_time.h"
#include "core/webhook/webhooks.h"
#include "events/event_store.h"
#include "events/store_error.h"
#include "events/vault/key_slot.h"
#include "projections/queries/session_list.h"
#include "projections/views/retention.h"
#include "projections/views/review/case_acts.h"
#include "projections/views/review/desk.h"
#include "projections/views/review/review_days.h"
#include "projections/views/review/wait_times.h"
#include "projections/views/session/capture_ends.h"
#include "projections/views/session/downloads.h"
#include "projections/views/session/files.h"
#include "projections/views/session/holds.h"
#include "projections/views/session/idempotency.h"
#include "projections/views/session/looks.h"
#include "projections/views/threshold_sets.h"
#include "projections/views/totals.h"

namespace countersign {

// A page of a client's feed, oldest event first.
struct FeedPage {
  std::vector<StoredEvent> events;
  Sequence next;  // pass it as `after` to continue
};

// An act of a reviewer: a look, a decision or a correction, as the event says.
struct ReviewerAct {
  Sequence event;
  SessionId session;
  bool operator==(const ReviewerAct&) const = default;
};

// A session that waits for the decision of a person.
struct WaitingReview {
  Sequence asked;  // of the event that finalized the session; pass it as `after` to continue
  SessionId session;
  bool operator==(const WaitingReview&) const = default;
};

// Selects sessions that wait for a review: of these clients, or of all. `without` leaves out those
// that this reviewer has given an opinion on.
struct ReviewsAsked {
  enum class Handed : std::uint8_t { Any, Only, None };  // over to a supervisor

  std::optional<std::vector<ClientKey>> clients{};
  bool sandbox = false;  // those of the sandbox alone, else those of persons alone
  std::optional<ReviewerId> without{};
  Handed handed = Handed::Any;
  std::optional<ReviewerId> not_handed_by{};  // leaves out those that this reviewer handed over
};

// A client whose cases have a due time.
struct ClientDue {
  ClientKey client;
  std::uint64_t due_ms = 0;
  bool operator==(const ClientDue&) const = default;
};

// Selects days of clients, both days included.
struct ReviewDaysAsked {
  std::optional<std::vector<ClientKey>> clients{};  // none: of all
  bool sandbox = false;
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  GivenUp given_up{};  // asked for each entry; the answer is then Stopped
};

// Selects downloads: those of one session, of one client, or, with neither, all. With both, those
// of the session if the client owns it.
struct DownloadFilter {
  std::optional<SessionId> session{};
  std::optional<ClientKey> client{};
};

// Selects who saw pictures: of one session, of one client's, of one file, or by one reviewer, and
// from a time on. An entry is selected that fits all that are given; with none, every entry.
struct SeenFilter {
  std::optional<SessionId> session{};
  std::optional<ClientKey> client{};
  std::optional<FileId> file{};
  std::optional<std::string> reviewer{};  // leaves out downloads, which no reviewer makes
  std::optional<UtcTime> since{};
};

// A picture was seen: by a look at it, or by a download of it or of its session's bundle.
using Seen = std::variant<LookEntry, DownloadEntry>;

// The oldest first.
struct SeenPage {
  std::vector<Seen> seen;
  Sequence next;  // pass it as `after` to continue; `after` itself: there is no more
};

// Answers the questions of readers from the active views and the log. Nothing is cached, so an
// answer always shows what an acknowledged command has changed, e.g. a revoked secret. Each answer
// sees whole appends. Thread-safe; keeps references to `events` and `views`, which are of one log.
//
// A record that cannot be read is StoreError::Corrupt, never reported as missing.
class Queries {
 public:
  Queries(const EventStore& events, const Views& views) : events_(events), views_(views) {}

  Result<std::optional<Session>, StoreError> session(const SessionId& id) const;
  // The session whose device holds this token. A session that has ended is found only while a call
  // of its device may still be answered again; see tokens.h. The caller checks is_active().
  Result<std::optional<Session>, StoreError> session_by_token(const TokenHash& token) const;

  // At most `limit` sessions that are asked for, the newest first, behind `after`. Reads at most
  // kSessionsReadMax entries, however many sessions there are; with fewer sessions than `limit` the
  // list goes on if `next` is there. Costs one read more for each client if a member other than the
  // sandbox and times narrows the sessions of all clients. A session that is in the list from the
  // first page to the last is in exactly one page; one whose status, or result, changes meanwhile
  // is in one page or in none. REQUIRES: `limit` > 0. Blocks.
  Result<ListingPage, StoreError> sessions(const SessionsAsked& asked,
                                           const std::optional<SessionPlace>& after,
                                           std::size_t limit) const;
  // The same of the client's sessions with this userRef, whatever their status, and with the whole
  // record of each.
  Result<SessionPage, StoreError> sessions_of_person(const ClientKey& client,
                                                     std::string_view user_ref,
                                                     const std::optional<SessionPlace>& after,
                                                     std::size_t limit) const;

  Result<std::optional<Client>, StoreError> client(const ClientKey& key) const;
  // All clients, disabled ones too, ordered by key.
  Result<std::vector<Client>, StoreError> clients() const;
  Result<std::optional<Reviewer>, StoreError> reviewer(const ReviewerId& id) const;
  // All reviewers, disabled ones too, ordered by id.
  Result<std::vector<Reviewer>, StoreError> reviewers() const;
  // Whether a registration has had the passkey's id or its key, also if that was revoked.
  Result<bool, StoreError> passkey_is_taken(const Passkey& passkey) const;
  // How long the client's files are kept; `server` has the periods that the client does not set.
  Result<RetentionPeriods, StoreError> retention_of(const ClientKey& client,
                                                    const RetentionPeriods& server) const;
  // The number of sessions that the client opened in a month, written as month_of() does.
  Result<std::uint64_t, StoreError> sessions_opened(const ClientKey& client,
                                                    std::string_view month) const;

  // At most `limit` clients whose keys come behind `after`, disabled ones too, ordered by key; the
  // first ones if `after` is empty.
  Result<std::vector<Client>, StoreError> clients_behind(const ClientKey& after,
                                                         std::size_t limit) const;
  // The last month, of `first` and those after it, in which the client opened a session. Reads an
  // entry for each such month.
  Result<std::optional<std::string>, StoreError> month_used_last(const ClientKey& client,
                                                                 std::string_view first) const;

  // The client's webhooks; no endpoints if it never had one.
  Result<Webhooks, StoreError> webhooks(const ClientKey& client) const;
  // Those of all clients that ever had one, disabled clients too, ordered by client key.
  Result<std::vector<Webhooks>, StoreError> all_webhooks() const;
  // The same of at most `limit` clients whose keys come behind `after`.
  Result<std::vector<Webhooks>, StoreError> webhooks_behind(const ClientKey& after,
                                                            std::size_t limit) const;
  // The last event that changed what the three above return, or which client is disabled; 0 before
  // the first.
  Result<Sequence, StoreError> webhooks_changed() const;

  // The first use of the idempotency key with this hash; empty if its window is over at `now`.
  Result<std::optional<IdempotencyEntry>, StoreError> idempotency(const Sha256& key,
                                                                  UtcTime now) const;
  // The events of the append that ends with `last`, oldest first; the answer to a replay is made
  // from them.
  Result<std::vector<RecordedEvent>, StoreError> events_of_append(Sequence last) const;

  // At most `limit` downloads after `after`, oldest first.
  Result<std::vector<DownloadEntry>, StoreError> downloads(const DownloadFilter& filter,
                                                           Sequence after,
                                                           std::size_t limit) const;

  // At most `limit` entries after `after`. A page may have fewer although more follow, where more
  // than one part of the filter is given. Costs reads in proportion to `limit`, and with `since` to
  // the logarithm of the log's size, however much was seen. Blocks.
  Result<SeenPage, StoreError> seen(const SeenFilter& filter,
                                    Sequence after,
                                    std::size_t limit) const;

  // At most `limit` legal holds in force, in the order of their sessions' ids, behind the last
  // session of an earlier call.
  Result<std::vector<HoldEntry>, StoreError> holds_behind(const std::optional<SessionId>& after,
                                                          std::size_t limit) const;

  // Where captures ended, in the order of the names; some 300 entries at most.
  Result<std::vector<CaptureEnds>, StoreError> capture_ends() const;

  // Every event of the session, oldest first; empty for an unknown session.
  Result<std::vector<StoredEvent>, StoreError> timeline(const SessionId& session) const;
  // Every event of the client's own stream, oldest first.
  Result<std::vector<StoredEvent>, StoreError> timeline(const ClientKey& client) const;
  // At most `limit` events of the client and its sessions after `after`.
  Result<FeedPage, StoreError> feed(const ClientKey& client,
                                    Sequence after,
                                    std::size_t limit) const;

  // At most `limit` sessions behind `after` that wait for a review, the oldest first. Costs `limit`
  // reads for each client named and each pair of reviewers with opinions on waiting sessions,
  // however many sessions wait. A session is never missed because somebody gives an opinion on one
  // meanwhile. Blocks.
  Result<std::vector<WaitingReview>, StoreError> reviews(const ReviewsAsked& asked,
                                                         Sequence after,
                                                         std::size_t limit) const;
  // The first client behind `client` that has waiting sessions, by its key; the first of all if
  // `client` is empty.
  Result<std::optional<ClientKey>, StoreError> next_in_review(const ClientKey& client,
                                                              bool sandbox) const;
  // How many sessions of these clients wait.
  Result<std::uint64_t, StoreError> reviews_waiting(
      const std::optional<std::vector<ClientKey>>& clients, bool sandbox) const;

  // The clients with a due time, by key. Costs what there are of them.
  Result<std::vector<ClientDue>, StoreError> due_times() const;
  // At most `limit` cases of the client that wait since `until` or before and are not reported as
  // overdue, the oldest first; with `after`, the last one of an earlier call, only those behind it.
  // Reads no others.
  Result<std::vector<WaitingCase>, StoreError> waiting_since(
      const ClientKey& client,
      UtcTime until,
      std::size_t limit,
      const std::optional<WaitingCase>& after = {}) const;
  // The cases that are assigned to the reviewer, the first assigned first. Some may have lapsed.
  Result<std::vector<AssignedCase>, StoreError> assigned_to(const ReviewerId& reviewer) const;

  // The session that the reviewer claimed last; nullopt if the reviewer has claimed none. Its
  // review says whether the claim holds.
  Result<std::optional<SessionId>, StoreError> claimed_last(const ReviewerId& reviewer) const;
  // The sessions of the reviewer's latest claims, the latest first. Each one's review says whether
  // the claim has lapsed.
  Result<std::vector<SessionId>, StoreError> claimed_by(const ReviewerId& reviewer) const;
  // Whether the reviewer's claim on the session is one of the reviewer's latest (Claims).
  Result<bool, StoreError> is_held(const SessionId& session, const ReviewerId& reviewer) const;

  // The reviewers' figures on the days asked for, by client, day and reviewer, and the waiting
  // times of the cases that were settled. Reads nothing of other days, or of other clients.
  using TakeFigures = std::function<void(const ReviewDays::Place&, const ReviewerFigures&)>;
  std::optional<StoreError> reviewer_days(const ReviewDaysAsked& asked,
                                          const TakeFigures& take) const;
  std::optional<StoreError> review_waits(const ReviewDaysAsked& asked,
                                         const std::function<void(const WaitTimes&)>& take) const;
  // How many decisions and corrections that count gave each reason on the days asked for, by client
  // and day; "" for reasons that are not of review_reasons.h.
  using TakeReason = std::function<void(const ReviewDays::Place&, std::uint64_t)>;
  std::optional<StoreError> reason_days(const ReviewDaysAsked& asked, const TakeReason& take) const;
  // At most `limit` looks, decisions and corrections of the reviewer, the newest first: those of
  // events before `before`, or the last ones.
  Result<std::vector<ReviewerAct>, StoreError> reviewer_acts(const ReviewerId& reviewer,
                                                             const std::optional<Sequence>& before,
                                                             std::size_t limit) const;
  // The figures of a session that was sent to review; empty once the session's files are purged.
  Result<CaseActs, StoreError> case_acts(const SessionId& session) const;

  // At most `limit` other sessions of the same client with a copy of a document's picture of this
  // session, as they are found when a picture is accepted.
  Result<std::vector<SessionId>, StoreError> sessions_with_copies(const Session& session,
                                                                  std::size_t limit) const;

  // The entry of a file of the vault; empty unless the file belongs to a session that is not
  // purged.
  Result<std::optional<FileEntry>, StoreError> file(const FileId& file) const;

  // Returns whether one of the files that the log names is one for which `is_it` is true. Asks for
  // one after the other until it is.
  Result<bool, StoreError> any_file(
      const std::function<bool(const FileId& file, const FileEntry& entry)>& is_it) const;
  // The first `limit` sessions, in the order of their ids, behind the last one of an earlier call.
  Result<std::vector<Session>, StoreError> sessions_behind(const std::optional<SessionId>& after,
                                                           std::size_t limit) const;
  // The sessions that were purged by an event after this one. Reads every event after it.
  Result<std::vector<SessionId>, StoreError> purged_since(Sequence before) const;
  // The slots of which leaves were reserved and that the log does not record as destroyed. Reads
  // one entry for each.
  Result<std::vector<KeySlotId>, StoreError> slots_with_leaves() const;

  // The first `limit` sessions of a queue whose time is before `before`, oldest first; with
  // `after`, the last entry of an earlier call, only those behind it. `client` is empty for open
  // sessions, as in retention.h.
  Result<std::vector<RetentionEntry>, StoreError> due(
      RetentionQueue queue,
      const ClientKey& client,
      UtcTime before,
      std::size_t limit,
      const std::optional<RetentionEntry>& after = {}) const;

  // The history of the installation's keys.
  Result<KeyHistory, StoreError> key_history() const;
  // True if the log records that the slot was destroyed, so that no copy of it should exist
  // anywhere.
  Result<bool, StoreError> is_destroyed(const KeySlotId& slot) const;
  // The set of thresholds with this hash; empty if the log does not have it.
  Result<std::optional<ThresholdSet>, StoreError> threshold_set(const Sha256& set) const;

  // Counts over the whole log; one read.
  Result<Totals, StoreError> totals() const;
  // The number of entries of all views; reads every entry. Stopped: it was given up meanwhile.
  Result<std::uint64_t, StoreError> count_entries(const GivenUp& given_up = {}) const;

  // The last event that readers can see.
  Sequence head() const { return events_.head().sequence; }

 private:
  const EventStore& events_;
  const Views& views_;
};

}  // namespace countersign
