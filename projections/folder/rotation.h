#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "core/event/rejection.h"
#include "core/ids.h"
#include "core/machine/threads/given_up.h"
#include "core/result.h"
#include "core/stream/recorded_event.h"
#include "core/utc_time.h"
#include "events/crypto/keys/master_key.h"
#include "events/store_error.h"
#include "projections/folder/data_folder.h"

namespace countersign {

struct RotationReport {
  Sha256 from;  // ids of the master keys
  Sha256 to;
  std::uint64_t slots = 0;  // wrapped under the new key
};

// Wraps every key slot under another master key while the folder is in use; touches no session's
// key and no file. From then on a start needs the new key.
//
//   1. Every slot is wrapped under both keys.
//   2. MasterKeyRotated is appended.
//   3. MASTER-KEY-ID is replaced. Before this step a start takes the old key and drops what is
//      wrapped under the new one; after it, a start takes the new key and drops the rest.
//   4. Every slot is wrapped under the new key alone.
//
// After a crash one of the two keys works, and the rotation can be requested again. It may be given
// up (Stopped) until the first step, which waits for a running purge or backup. Fails with
// NothingToDo if the key is already in use. Any thread but the writer's; slow.
//
// Slots that are lost or do not open would stay under the old key, and their copies elsewhere would
// become useless with it. The rotation is then refused, unless those slots are given up.
enum class LostSlots : std::uint8_t { Refuse, GiveUp };
struct SlotsLost {
  std::string why;  // a sentence that names them
};
using RotationFailure = std::variant<Rejection, SlotsLost, StoreError>;
Result<RotationReport, RotationFailure> rotate_master_key(DataFolder& data,
                                                          const MasterKey& next,
                                                          LostSlots lost,
                                                          const Actor& actor,
                                                          const RequestId& request,
                                                          UtcTime now,
                                                          const GivenUp& given_up = {});

// Records in the log that the key ring's master key is in use, if a rotation that a crash
// interrupted has recorded another one without having been made. Part of opening the folder.
// Returns a sentence if the log has failed.
std::optional<std::string> record_master_key(Writer& writer,
                                             const KeyRing& keys,
                                             const Queries& queries,
                                             UtcTime now);

}  // namespace countersign
