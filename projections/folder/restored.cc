#include "projections/folder/restored.h"

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <utility>

#include "events/record/record_json.h"
#include "events/writer/submit_all.h"
#include "projections/queries/slots_in_use.h"

namespace countersign {
namespace {

constexpr std::size_t kPurgesAtOnce = 128;

class Settling {
 public:
  Settling(const KeyRows& rows,
           const Queries& queries,
           KeyRing& ring,
           Writer& writer,
           Erasure& erasure,
           ErasureCause cause)
      : rows_(rows),
        queries_(queries),
        ring_(ring),
        writer_(writer),
        erasure_(erasure),
        cause_(std::move(cause)) {}

  Result<RestoreSettled, StoreError> run(const RestoredNote& note) {
    const FairMutexLock turn(erasure_.turn());
    std::set<SessionId> gone(note.purged.begin(), note.purged.end());
    if (const auto error = find_unreadable(gone)) return *error;
    if (note.unreadable && missing_keys_ > *note.unreadable) {
      settled_.lost_sessions = missing_keys_ - *note.unreadable;
      return settled_;
    }
    const std::vector<SessionId> all(gone.begin(), gone.end());
    for (std::size_t at = 0; at < all.size(); at += kPurgesAtOnce) {
      const std::size_t count = std::min(kPurgesAtOnce, all.size() - at);
      const std::vector<SessionId> some(all.begin() + static_cast<std::ptrdiff_t>(at),
                                        all.begin() + static_cast<std::ptrdiff_t>(at + count));
      if (const auto error = purge(some)) return *error;
    }
    if (settled_.purged_sessions > 0) {
      if (const auto error = erasure_.finish(cause_)) return *error;
    }
    return settled_;
  }

 private:
  std::optional<StoreError> find_unreadable(std::set<SessionId>& gone) {
    const auto totals = queries_.totals();
    if (!totals) return totals.error();
    const std::vector<KeySlotId> damaged = ring_.damaged();
    const auto rows =
        rows_.begin_key_scan()->read([&](const SessionId& session, std::string_view wrapped) {
          const auto leaves = leaves_of(WrappedKey(std::string(wrapped)));
          if (!leaves || ring_.has(leaves->leaf)) return;
          const KeySlotId& slot = leaves->leaf.slot;
          if (std::ranges::count(damaged, slot) > 0) return;
          gone.insert(session);
          if (!ring_.has(slot) && !was_destroyed(slot)) ++missing_keys_;
        });
    if (!rows) return rows.error();
    if (unreadable_view_) return *unreadable_view_;
    if (*rows < totals->sessions_created - totals->sessions_purged) return StoreError::Corrupt;
    return std::nullopt;
  }

  // According to the log; Erasure::resume() has ensured that such a slot is gone.
  bool was_destroyed(const KeySlotId& slot) {
    const auto known = destroyed_.find(slot);
    if (known != destroyed_.end()) return known->second;
    const auto destroyed = queries_.is_destroyed(slot);
    if (!destroyed) unreadable_view_ = destroyed.error();
    return destroyed_[slot] = destroyed && *destroyed;
  }

  std::optional<StoreError> purge(const std::vector<SessionId>& sessions)
      REQUIRES_LOCK(erasure_.turn()) {
    if (const auto error = erasure_.begin()) return *error;
    std::vector<Submission> submissions;
    for (const SessionId& each : sessions) {
      Submission purge{stream_of(each),
                       SessionCommand(PurgeFiles{cause_.now, PurgeReason::Restore, std::nullopt}),
                       cause_.actor,
                       cause_.request};
      purge.puncture = leaves_to_puncture(each, cause_.now);
      submissions.push_back(std::move(purge));
    }
    const auto outcomes = submit_all(writer_, std::move(submissions));
    for (std::size_t i = 0; i < sessions.size(); ++i) {
      if (const auto* error = std::get_if<StoreError>(&outcomes[i])) return *error;
      if (std::holds_alternative<Busy>(outcomes[i])) return StoreError::Full;
      if (const auto* rejection = std::get_if<Rejection>(&outcomes[i])) {
        if (rejection->why == Refusal::LegalHold) ++settled_.held_sessions;
        continue;  // or it was purged before a crash
      }
      const auto session = queries_.session(sessions[i]);
      if (!session) return session.error();
      check(session->has_value(), "a purged session is found in the views");
      erasure_.unlink({PurgeReason::Restore,
                       cause_.now,
                       std::get<Committed>(outcomes[i]).punctured,
                       (*session)->files});
      ++settled_.purged_sessions;
    }
    return std::nullopt;
  }

  const KeyRows& rows_;
  const Queries& queries_;
  KeyRing& ring_;
  Writer& writer_;
  Erasure& erasure_;
  const ErasureCause cause_;
  std::map<KeySlotId, bool> destroyed_;
  std::uint64_t missing_keys_ = 0;  // sessions whose slot is missing but was not destroyed
  std::optional<StoreError> unreadable_view_;
  RestoreSettled settled_;
};

// An earlier version wrote the note without its last member.
Result<RestoredNote, std::string> parse_note(const std::string& line) {
  auto note = from_json<RestoredNote>(line);
  if (note || line.empty() || line.back() != '}') return note;
  auto earlier =
      from_json<RestoredNote>(line.substr(0, line.size() - 1) + R"(,"unreadable":null})");
  return earlier ? earlier : note;
}

}  // namespace

AtomicFile restored_marker(const std::filesystem::path& data) {
  return AtomicFile(data / kRestoredMarker);
}

std::string to_text(const RestoredNote& note) { return to_json(note) + '\n'; }

Result<std::optional<RestoredNote>, std::string> read_restored(const std::filesystem::path& data) {
  auto text = restored_marker(data).read();
  if (!text) return text.error();
  const std::string unfinished =
      data.string() + " was not restored to the end; remove the folder and restore again";
  if (!*text) {
    // A restore may be killed before its marker has its name.
    if (restored_marker(data).was_begun()) return unfinished;
    return std::optional<RestoredNote>();
  }
  std::string line = **std::move(text);
  if (line == kRestoreUnfinished) return unfinished;
  if (!line.empty() && line.back() == '\n') line.pop_back();
  const auto note = parse_note(line);
  if (!note) return (data / "RESTORED").string() + " is damaged: " + note.error();
  return std::optional(*note);
}

Result<RestoreSettled, StoreError> settle_restored(const RestoredNote& note,
                                                   const KeyRows& rows,
                                                   const Queries& queries,
                                                   KeyRing& ring,
                                                   Writer& writer,
                                                   Erasure& erasure,
                                                   UtcTime now) {
  ErasureCause cause{
      {ActorKind::Operator, "uid:" + std::to_string(note.user_id)}, RequestId(), now};
  return Settling(rows, queries, ring, writer, erasure, std::move(cause)).run(note);
}

}  // namespace countersign
