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
  std::uint64_t destroyed = 0;  // that had been destroyed in the data folder
};

// Makes a folder a copy of the key slots as they are now:
//
//   LOG              which log they belong to: the leaf hash of its first event
//   MASTER-KEY-ID    as in a data folder
//   keys/            the slots, wrapped under the master key
//
// There is one generation: a slot that is gone from the data folder is overwritten, synced and
// unlinked here too, since whoever has it can read what was erased with it in every
// older backup of the data. So such a folder must not itself be copied or kept in versions, and
// must not lie beside backups of the data.
//
// A copy is never given up for a fault of the data folder. When slots are gone that keys of the
// log are under, the data folder has lost them: only copies of slots that the log has as
// destroyed are destroyed then. A slot that does not open is not copied, and its copy stays. In
// both cases the rest is copied, and the backup fails with a sentence that names the slots to put
// back. A slot that the log has as destroyed is never copied, also when somebody has put it back.
//
// Both folders are held by their descriptors from before they are looked at, so who can rename
// above them cannot have another folder's slots destroyed. Waits for a purge or a rotation that is
// under way.
Result<KeyBackupReport, BackupFault> back_up_keys(const DataFolder& data,
                                                  const std::filesystem::path& to,
                                                  RandomSource& random);

// Whose keys a folder has.
enum class KeyOwner : std::uint8_t {
  ThisLog,
  Unknown,  // a data folder whose log cannot be read
};
// The other way: the slots of a folder like that, or of a data folder, into a new data
// folder. A sentence if they are not there, or are another log's.
Result<KeyOwner, std::string> restore_keys(const std::filesystem::path& from,
                                           const Sha256& log,
                                           const HeldFolder& data,
                                           RandomSource& random);

}  // namespace countersign
