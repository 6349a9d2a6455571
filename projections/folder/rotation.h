#pragma once
#include <cstdint>
#include <string>
#include <variant>

#include "core/event/recorded.h"
#include "core/event/rejection.h"
#include "core/ids.h"
#include "core/result.h"
#include "core/utc_time.h"
#include "events/crypto/master_key.h"
#include "events/store_error.h"
#include "projections/folder/data_folder.h"

namespace countersign {

struct RotationReport {
  Sha256 from;  // ids of the master keys
  Sha256 to;
  std::uint64_t slots = 0;  // wrapped under the new one
};

// Wraps every key slot under another master key, while the folder is in use; no session's
// key and no file is touched. A start from then on needs the new one.
//
//   1. Every slot is wrapped under both keys.
//   2. MasterKeyRotated is appended.
//   3. MASTER-KEY-ID is replaced. Before, a start takes the old key and drops what is
//      wrapped under the new one; from now on it takes the new key and drops the old one.
//   4. Every slot is wrapped under the new key alone.
//
// A crash leaves one of the two keys working, and the rotation can be asked for again. Fails
// with NothingToDo when the key is in use already. Any thread but the writer's; slow.
//
// Slots that were lost, or do not open, would stay under the old key, and their copies elsewhere
// would end with it. So the rotation is refused then, unless those slots are given up.
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
                                                          UtcTime now);

}  // namespace countersign
