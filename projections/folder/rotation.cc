#include "projections/folder/rotation.h"

#include <fmt/format.h>

#include <set>
#include <vector>

#include "core/text/counted.h"
#include "projections/queries/slots_in_use.h"

namespace countersign {
namespace {

StoreError store_error_of(VaultError error) {
  return error == VaultError::Full ? StoreError::Full : StoreError::Io;
}

std::optional<StoreError> record(DataFolder& data,
                                 const RotationReport& report,
                                 const ErasureCause& cause) {
  const Outcome outcome = data.writer().submit_and_wait(
      {keys_stream(),
       KeyCommand(RotateMasterKey{cause.now, report.from, report.to, report.slots}),
       cause.actor,
       cause.request});
  if (const auto* error = std::get_if<StoreError>(&outcome)) return *error;
  if (std::holds_alternative<Busy>(outcome)) return StoreError::Full;
  return std::nullopt;  // or a rejection: an attempt that failed later has recorded it
}

// The slots that do not open, and the slots that are missing although keys of the log are under
// them; without those that the log records as destroyed, which nobody will put back.
Result<std::vector<KeySlotId>, StoreError> find_lost(const DataFolder& data,
                                                     const GivenUp& given_up) {
  const KeyRing& ring = data.keys();
  const auto used = slots_in_use(data.log(), data.queries(), given_up);
  if (!used) return used.error();
  const std::vector<KeySlotId> damaged = ring.damaged();
  std::set<KeySlotId> unusable(damaged.begin(), damaged.end());
  for (const auto& [slot, sessions] : *used) {
    if (!ring.has(slot)) unusable.insert(slot);
  }
  std::vector<KeySlotId> lost;
  for (const KeySlotId& slot : unusable) {
    const auto destroyed = data.queries().is_destroyed(slot);
    if (!destroyed) return destroyed.error();
    if (!*destroyed) lost.push_back(slot);
  }
  return lost;
}

std::optional<RotationFailure> refusal(const DataFolder& data, const GivenUp& given_up) {
  const auto lost = find_lost(data, given_up);
  if (!lost) return RotationFailure(lost.error());
  if (lost->empty()) return std::nullopt;
  return RotationFailure(SlotsLost{fmt::format(
      "{} in {} {} missing or damaged: {}; put back {} under the present master key and start the "
      "server again, or give the lost slots up (--give-up-lost-slots)",
      counted(lost->size(), "key slot"),
      (data.path() / "keys").string(),
      agreeing(lost->size(), "is", "are"),
      list_of_slots(*lost),
      agreeing(lost->size(), "a copy that is", "copies that are"))});
}

}  // namespace

Result<RotationReport, RotationFailure> rotate_master_key(DataFolder& data,
                                                          const MasterKey& next,
                                                          LostSlots lost,
                                                          const Actor& actor,
                                                          const RequestId& request,
                                                          UtcTime now,
                                                          const GivenUp& given_up) {
  FairMutex& turn = data.erasure().turn();
  if (!turn.lock_unless(given_up)) return RotationFailure(StoreError::Stopped);
  const FairMutexLock held(turn, FairMutexLock::Taken{});
  KeyRing& ring = data.keys();
  RotationReport report{ring.master_id(), Sha256(next.id())};
  if (report.from == report.to) return RotationFailure(Rejection{Refusal::NothingToDo});
  if (lost == LostSlots::Refuse) {
    if (auto why = refusal(data, given_up)) return *std::move(why);
  }
  if (given_up()) return RotationFailure(StoreError::Stopped);
  const auto slots = ring.add_master(next);
  if (!slots) return RotationFailure(store_error_of(slots.error()));
  report.slots = *slots;
  if (const auto error = record(data, report, {actor, request, now})) {
    return RotationFailure(*error);
  }
  if (const auto error = data.require_master_key(report.to)) return RotationFailure(*error);
  if (const auto kept = ring.keep_one_master(); !kept) {
    return RotationFailure(store_error_of(kept.error()));
  }
  return report;
}

std::optional<std::string> record_master_key(Writer& writer,
                                             const KeyRing& keys,
                                             const Queries& queries,
                                             UtcTime now) {
  const auto history = queries.key_history();
  if (!history)
    return fmt::format("the view of keys cannot be read: {}", describe(history.error()));
  if (history->master_key == Sha256{} || history->master_key == keys.master_id()) {
    return std::nullopt;
  }
  const Outcome outcome = writer.submit_and_wait(
      {keys_stream(),
       KeyCommand(
           RotateMasterKey{now, history->master_key, keys.master_id(), keys.slots().size() + 1}),
       {ActorKind::Sweep, {}},
       RequestId()});
  const auto* error = std::get_if<StoreError>(&outcome);
  if (error == nullptr || wrote_nothing(*error)) return std::nullopt;
  return fmt::format("cannot record which master key is in use: {}", describe(*error));
}

}  // namespace countersign
