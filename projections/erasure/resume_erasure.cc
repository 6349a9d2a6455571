// Erasure::resume(): what a start does for the purges before it.
#include <utility>

#include "core/event/vault_file.h"
#include "projections/erasure/erasure.h"
#include "projections/views/keys.h"

namespace countersign {

std::optional<StoreError> Erasure::resume(const ErasureCause& cause) {
  const FairMutexLock turn(turn_);
  const auto text = marker_.read();
  if (!text) return StoreError::Io;
  PurgingRecord record = parse_purging(text->value_or(""));
  // Before anything can fail: nothing is wrapped under them by this process either, and none of
  // their names is lost.
  for (auto& [slot, members] : record.slots) {
    doomed_.insert(slot);
    if (!members) continue;
    ring_.retire(slot);
    members_.emplace(slot, *std::move(members));
  }
  // The survey finds the files that a purge of version 0.2.0 has left.
  if (record.since) unlink_purged_since(*record.since);
  if (const auto error = follow_log()) return error;
  for (const KeyLeaf& leaf : due_leaves_) ++punctured_at_open_[leaf.slot];
  if (const auto error = erase_keys()) return error;
  if (const auto error = doom_what_came_back()) return error;
  if (!*text && doomed_.empty()) return std::nullopt;
  if (const auto error = write_marker()) return error;
  scrub_due_ = true;
  // The next sweep destroys the others: it has to scan all keys for that.
  return finish(named_candidates(), cause);
}

// Damaged events and views do not refuse a start: the survey finds the files of those that cannot
// be read.
void Erasure::unlink_purged_since(Sequence before) {
  since_ = before;
  const auto sessions = queries_.purged_since(before);
  if (!sessions) return;
  for (const SessionId& id : *sessions) {
    const auto session = queries_.session(id);
    if (!session || !*session) continue;
    for (const VaultFile& file : vault_files_of((*session)->files)) {
      unlink_or_remember({file.id, file.day, file.files});
    }
  }
}

std::optional<StoreError> Erasure::follow_log() {
  for (const KeySlotId& slot : ring_.slots()) {
    if (const auto error = follow_log(slot)) return error;
  }
  return std::nullopt;
}

std::optional<StoreError> Erasure::follow_log(const KeySlotId& slot) {
  const std::string name = to_string(slot);
  const auto reserved = Keys::reserved(views_, name);
  if (!reserved) return reserved.error();
  if (!ring_.hand_out_from(slot, *reserved)) return StoreError::Io;
  const auto punctured = Keys::punctured(views_, name);
  if (!punctured) return punctured.error();
  for (const std::uint32_t number : *punctured) {
    const KeyLeaf leaf{slot, number};
    if (ring_.has(leaf)) due_leaves_.insert(leaf);
  }
  return std::nullopt;
}

std::optional<StoreError> Erasure::doom_what_came_back() {
  for (const auto& slots : {ring_.slots(), ring_.damaged()}) {
    for (const KeySlotId& slot : slots) {
      const auto destroyed = queries_.is_destroyed(slot);
      if (!destroyed) return destroyed.error();
      if (*destroyed) doomed_.insert(slot);
    }
  }
  return std::nullopt;
}

}  // namespace countersign
