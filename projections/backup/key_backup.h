#pragma once
#include <cstdint>
#include <filesystem>
#include <string>

#include "core/machine/files/held_folder.h"
#include "core/random_source.h"
#include "core/result.h"
#include "projections/backup/create_backup.h"
#include "projections/folder/data_folder.h"

namespace countersign {

struct KeyBackupReport {
  std::uint64_t slots = 0;      // of the data folder, the service slot included
  std::uint64_t written = 0;    // of those, new or changed
  std::uint64_t destroyed = 0;  // copies of slots that were destroyed
};

// Makes a folder an exact copy of the current key slots:
//
//   LOG              the log that they belong to: the leaf hash of its first event
//   MASTER-KEY-ID    as in a data folder
//   keys/            the slots, each with its parts, wrapped under the master key
//
// There is one generation: a slot that is gone from the data folder is overwritten, synced and
// unlinked here too, since with the slot everything that its destruction erased can be read in
// every older backup of the data. So such a folder must not itself be copied or kept in versions,
// and must not be stored next to backups of the data.
//
// A copy is never destroyed because of a fault of the data folder. If slots under which the log has
// keys are missing, the data folder has lost them: then only copies of slots that the log records
// as destroyed are destroyed. A slot that does not open is not copied, and its copy stays. In both
// cases the other slots are copied, and the backup fails with a sentence that names the slots to
// put back. A slot that the log records as destroyed is never copied, not even if somebody has put
// it back.
//
// Both folders are opened before they are examined and are used by their descriptors, so a user who
// can rename folders above them cannot cause the slots of another folder to be destroyed. Waits for
// a running purge or rotation.
//
// Once given up, the copying ends before the next slot, and fails. The slots that were done are as
// in the data folder, and the next call does the others.
Result<KeyBackupReport, BackupFault> back_up_keys(const DataFolder& data,
                                                  const std::filesystem::path& to,
                                                  RandomSource& random,
                                                  const GivenUp& given_up = {});

// The owner of the keys in a folder.
enum class KeyOwner : std::uint8_t {
  ThisLog,
  Unknown,  // a data folder whose log cannot be read
};
// The reverse: copies the slots of such a folder, or of a data folder, into a new data folder.
// Returns a sentence if the slots are missing, or are another log's.
Result<KeyOwner, std::string> restore_keys(const std::filesystem::path& from,
                                           const Sha256& log,
                                           const HeldFolder& data,
                                           RandomSource& random);

}  // namespace countersign
