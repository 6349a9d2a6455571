#include "projections/erasure/erasure.h"

#include <algorithm>
#include <utility>

#include "core/event/vault_file.h"
#include "projections/queries/slots_in_use.h"

namespace countersign {
namespace {

using Steady = std::chrono::steady_clock;

// Keys per step: the writer stops for one write of so many keys.
constexpr std::size_t kKeysAtOnce = 256;
// The writer is left alone for this many times as long as it was stopped, so the steps take at most
// a quarter of its time.
constexpr int kAloneShare = 3;

}  // namespace

std::optional<StoreError> Erasure::begin() { return begun_ ? std::nullopt : write_marker(); }

std::optional<StoreError> Erasure::write_marker() {
  if (!begun_ && remembered_.empty() && unsynced_days_.empty()) since_ = queries_.head();
  PurgingRecord record{since_, {}};
  for (const KeySlotId& slot : awaited_) record.slots[slot];
  for (const KeySlotId& slot : doomed_) {
    const auto known = members_.find(slot);
    record.slots[slot] = known == members_.end() ? std::nullopt : std::optional(known->second);
  }
  if (marker_.write(to_text(record))) return StoreError::Io;
  begun_ = true;
  return std::nullopt;
}

bool Erasure::unlink(const Place& place) {
  if (!vault_.remove(place.file, place.day)) return false;
  unsynced_days_.insert(place.day);
  return true;
}

bool Erasure::unlink_or_remember(const Place& place) {
  if (unlink(place)) return true;
  remembered_.push_back(place);
  files_left_ += place.files;
  return false;
}

Erasure::Unlinked Erasure::unlink(const Purge& purge) {
  scrub_due_ = true;
  const std::uint32_t today = day_number(day_of(purge.at));
  for (const SlotLeaf& each : purge.punctured) {
    const KeyLeaf leaf = key_leaf(each);
    due_leaves_.insert(leaf);
    const bool may_be_last = purge.reason == PurgeReason::Retention && leaf.slot.day <= today;
    if (may_be_last && ring_.has(leaf.slot)) touched_.insert(leaf.slot);
  }
  Unlinked unlinked;
  for (const VaultFile& file : vault_files_of(purge.files)) {
    const bool gone = unlink_or_remember({file.id, file.day, file.files});
    (gone ? unlinked.files : unlinked.failed) += file.files;
    if (gone) unlinked.bytes += file.file_bytes;
  }
  return unlinked;
}

std::uint64_t Erasure::unlink_remembered() {
  std::erase_if(remembered_, [&](const Place& place) REQUIRES_LOCK(turn_) {
    const bool gone = unlink(place);
    if (gone) files_left_ -= place.files;
    return gone;
  });
  return files_left_;
}

std::optional<StoreError> Erasure::erase_keys() {
  std::erase_if(unsynced_days_,
                [&](const std::string& day) { return vault_.sync_day(day).has_value(); });
  if (due_leaves_.empty()) return std::nullopt;
  if (!ring_.puncture({due_leaves_.begin(), due_leaves_.end()})) return StoreError::Io;
  due_leaves_.clear();
  return std::nullopt;
}

std::optional<StoreError> Erasure::finish(const ErasureCause& cause) {
  // Before the candidates: it may spend a slot.
  if (const auto error = erase_keys()) return error;
  return finish(candidates(cause.now), cause);
}

std::optional<StoreError> Erasure::finish(Candidates found, const ErasureCause& cause) {
  if (const auto error = destroy_slots(std::move(found), cause)) return error;
  if (scrub_due_) {
    if (const auto error = rows_.scrub_keys()) return error;
  }
  scrub_due_ = false;
  begun_ = false;
  touched_.clear();
  // A slot whose day is over needs no entry in the marker: like any such slot it is destroyed when
  // it is put back.
  const std::uint32_t today = day_number(day_of(cause.now));
  std::erase_if(awaited_, [&](const KeySlotId& slot) { return slot.day < today; });
  const bool files_left = !remembered_.empty() || !unsynced_days_.empty();
  if (files_left || !doomed_.empty() || !awaited_.empty() || !marker_.exists()) return std::nullopt;
  if (marker_.remove()) return StoreError::Io;
  return std::nullopt;
}

// ---- slots --------------------------------------------------------------------

Erasure::Candidates Erasure::candidates(UtcTime now) const {
  Candidates found;
  const std::uint32_t today = day_number(day_of(now));
  for (const KeySlotId& slot : touched_) found[slot] = {};
  for (const KeySlotId& slot : ring_.slots()) {
    if (slot.day < today) found[slot].must_go = true;
    if (ring_.is_spent(slot)) found[slot];
  }
  // A damaged slot that still wraps something stays: an undamaged copy of it may open those keys
  // again.
  for (const KeySlotId& slot : ring_.damaged()) {
    if (slot.day < today) found[slot];
  }
  for (const KeySlotId& slot : doomed_) found[slot].must_go = true;
  return found;
}

Erasure::Candidates Erasure::named_candidates() const {
  Candidates found;
  for (const KeySlotId& slot : doomed_) found[slot].must_go = true;
  for (const KeySlotId& slot : ring_.slots()) {
    if (ring_.is_spent(slot)) found[slot];
  }
  return found;
}

std::optional<StoreError> Erasure::destroy_slots(Candidates found, const ErasureCause& cause) {
  if (found.empty()) return std::nullopt;
  if (const auto error = find_members(found)) return error;
  std::erase_if(found, [&](const auto& entry) {
    const bool stays = !entry.second.must_go && !entry.second.members.empty();
    if (stays) ring_.restore(entry.first);
    return stays;
  });
  std::erase_if(found, [&](const auto& entry) REQUIRES_LOCK(turn_) {
    // The keys under a lost slot can be read again once the slot is put back.
    const bool is_lost = !ring_.has(entry.first) && !entry.second.members.empty();
    if (is_lost) awaited_.insert(entry.first);
    return is_lost;
  });
  for (const KeySlotId& slot : awaited_) {
    doomed_.erase(slot);
    members_.erase(slot);
  }
  bool is_marked = true;
  for (const auto& [slot, candidate] : found) {
    const bool is_new = members_.try_emplace(slot, candidate.members).second;
    if (doomed_.insert(slot).second || is_new) is_marked = false;
  }
  if (!is_marked) {
    if (const auto error = write_marker()) return error;
  }
  for (const auto& [slot, candidate] : found) {
    const auto error = destroy(slot, candidate, cause);
    // The slot is gone. While the log's place for the event is damaged, its name stays in the
    // marker.
    if (error == StoreError::Unreadable) continue;
    if (error) return error;
    doomed_.erase(slot);
    members_.erase(slot);
    awaited_.erase(slot);
  }
  return std::nullopt;
}

std::optional<StoreError> Erasure::find_members(Candidates& found) {
  std::unique_ptr<KeyRows::KeyScan> scan;
  std::optional<Result<Totals, StoreError>> totals;
  // PURGING may have the members of a slot, and a spent slot has none.
  const auto is_known = [&](const auto& entry) REQUIRES_LOCK(turn_) {
    return members_.contains(entry.first) ||
           (ring_.has(entry.first) && ring_.is_spent(entry.first));
  };
  // No group is begun or in flight, so the scan includes every key that a candidate wraps, and from
  // now on a candidate wraps nothing more.
  writer_.run_between_groups([&] {
    for (const auto& [slot, candidate] : found) ring_.retire(slot);
    if (std::ranges::all_of(found, is_known)) return;
    totals = queries_.totals();
    scan = rows_.begin_key_scan();
  });
  if (!scan) return look_up_members(found);
  if (!*totals) return totals->error();
  const auto rows = scan->read([&](const SessionId& session, std::string_view wrapped) {
    const auto leaves = leaves_of(WrappedKey(std::string(wrapped)));
    if (!leaves) return;
    const auto candidate = found.find(leaves->leaf.slot);
    if (candidate != found.end()) candidate->second.members.push_back(session);
  });
  if (!rows) return rows.error();
  // After a scan that ended early, the keys of the sessions that it missed would be destroyed.
  if (*rows < (*totals)->sessions_created - (*totals)->sessions_purged) return StoreError::Corrupt;
  return std::nullopt;
}

std::optional<StoreError> Erasure::look_up_members(Candidates& found) {
  for (auto& [slot, candidate] : found) {
    const auto known = members_.find(slot);
    if (known == members_.end()) continue;
    for (const SessionId& session : known->second) {
      const auto row = rows_.wrapped_key(session);
      if (!row) return row.error();
      const auto leaves = *row ? leaves_of(WrappedKey(**row)) : std::nullopt;
      if (leaves && leaves->leaf.slot == slot) candidate.members.push_back(session);
    }
  }
  return std::nullopt;
}

std::optional<StoreError> Erasure::destroy(const KeySlotId& slot,
                                           const Candidate& candidate,
                                           const ErasureCause& cause) {
  if (const auto error = move_members(slot, candidate.members, cause)) return error;
  if (!ring_.destroy(slot)) return StoreError::Io;
  // Repeated after a crash, this command is refused, since the destruction has been recorded.
  const Outcome outcome = writer_.submit_and_wait(
      {keys_stream(),
       KeyCommand(DestroyKey{cause.now, to_string(slot), candidate.members.size()}),
       cause.actor,
       cause.request});
  if (const auto* error = std::get_if<StoreError>(&outcome)) return *error;
  if (std::holds_alternative<Busy>(outcome)) return StoreError::Full;
  return std::nullopt;
}

// Moves the keys to a slot of the same day or, if that day is over, to today's.
std::optional<StoreError> Erasure::move_members(const KeySlotId& slot,
                                                const std::vector<SessionId>& members,
                                                const ErasureCause& cause) {
  const std::string today = day_of(cause.now);
  const std::string own = to_string(slot).substr(0, today.size());
  const std::string& day = std::max(own, today);
  for (std::size_t at = 0; at < members.size(); at += kKeysAtOnce) {
    const auto some = std::span(members).subspan(at, std::min(kKeysAtOnce, members.size() - at));
    const auto moves = prepare_moves(slot, some, day);
    if (!moves) return moves.error();
    std::optional<StoreError> error = record_leaves(*moves, cause);
    if (error) return error;
    Steady::duration stopped_for{};
    writer_.run_between_groups([&] {
      const auto start = Steady::now();
      error = make_moves(*moves);
      stopped_for = Steady::now() - start;
    });
    if (error) return error;
    if (!leave_writer_alone(stopped_for)) return StoreError::Stopped;
  }
  return std::nullopt;
}

Result<std::optional<KeyToStore>, StoreError> Erasure::rewrap(const KeySlotId& slot,
                                                              const SessionId& session,
                                                              const std::string& row,
                                                              const std::string& day) {
  const WrappedKey wrapped(row);
  const auto leaves = leaves_of(wrapped);
  if (!leaves || leaves->leaf.slot != slot) return std::optional<KeyToStore>();
  // A row that its own slot does not open is damaged or erased; destroying the slot loses nothing.
  const auto key = ring_.unwrap(session, wrapped);
  if (!key) return std::optional<KeyToStore>();
  const std::vector<KeyLeaf> all = leaves->all();
  // The leaf of the old slot goes with the slot.
  const auto made = ring_.wrap(day, session, *key, std::span(all).subspan(1));
  if (!made) return StoreError::Full;
  return std::optional(key_to_store(*made));
}

Result<std::vector<Erasure::Move>, StoreError> Erasure::prepare_moves(
    const KeySlotId& slot, std::span<const SessionId> members, const std::string& day) {
  std::vector<Move> moves;
  for (const SessionId& session : members) {
    auto row = rows_.wrapped_key(session);
    if (!row) return row.error();
    if (!*row) continue;
    auto made = rewrap(slot, session, **row, day);
    if (!made) return made.error();
    if (*made) moves.push_back({session, **std::move(row), **std::move(made)});
  }
  return moves;
}

std::optional<StoreError> Erasure::record_leaves(const std::vector<Move>& moves,
                                                 const ErasureCause& cause) {
  std::map<std::string, ReserveLeaves> blocks;  // the last of each slot
  for (const Move& move : moves) {
    if (move.rewrapped.reserved) blocks[move.rewrapped.reserved->slot] = *move.rewrapped.reserved;
  }
  for (auto& [slot, block] : blocks) {
    block.at = cause.now;
    const Outcome outcome = writer_.submit_and_wait(
        {keys_stream(), KeyCommand(block), {ActorKind::Sweep, {}}, cause.request});
    if (const auto* error = std::get_if<StoreError>(&outcome)) return *error;
    if (std::holds_alternative<Busy>(outcome)) return StoreError::Full;
  }
  return std::nullopt;
}

// Sessions purged or finalized since the scan have no row, or a row of another slot: the slot is
// retired, so none can come back to it.
std::optional<StoreError> Erasure::make_moves(const std::vector<Move>& moves) {
  std::vector<KeyChange> changes;
  for (const Move& move : moves) {
    const auto row = rows_.wrapped_key(move.session);
    if (!row) return row.error();
    if (*row == move.row) changes.push_back({move.session, move.rewrapped.wrapped});
  }
  if (changes.empty()) return std::nullopt;
  return rows_.replace_keys(changes);
}

bool Erasure::leave_writer_alone(std::chrono::steady_clock::duration stopped_for) {
  const MutexLock lock(stop_mutex_);
  if (!shares_writer_) return !stop_;
  const auto end = std::chrono::steady_clock::now() + stopped_for * kAloneShare;
  while (!stop_ && stop_asked_.wait_until(stop_mutex_, end)) continue;
  return !stop_;
}

void Erasure::stop() {
  {
    const MutexLock lock(stop_mutex_);
    stop_ = true;
  }
  stop_asked_.notify_all();
}

}  // namespace countersign
