#include "projections/rotation.h"

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
  return std::nullopt;  // or a rejection: recorded by an attempt that came to nothing
}

}  // namespace

Result<RotationReport, RotationFailure> rotate_master_key(DataFolder& data,
                                                          const MasterKey& next,
                                                          const Actor& actor,
                                                          const RequestId& request,
                                                          UtcTime now) {
  const auto turn = data.erasure().turn();
  KeyRing& ring = data.keys();
  RotationReport report{ring.master_id(), Sha256(next.id())};
  if (report.from == report.to) return RotationFailure(Rejection{Refusal::NothingToDo});
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

}  // namespace countersign
