#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "core/result.h"

namespace countersign {

// How far a data folder has come, which says what may be made in it: whatever is missing in a
// folder that is in use was lost, and making it anew would hide that, or lose the rest as well.
//
//   New        nothing in it is worth anything yet: it is empty, or its first start was cut short
//   Restored   made of a backup, and not started to the end since; MASTER-KEY-ID came with its keys
//   InUse      its first start came to an end: MASTER-KEY-ID was written, after all the rest
enum class FolderAge : std::uint8_t { New, Restored, InUse };

// Looks, and changes nothing. A sentence for the operator when a part is missing that the other
// parts show to have been there; `restored` says whether the folder bears the mark of a restore.
Result<FolderAge, std::string> age_of(const std::filesystem::path& data, bool restored);

// The sentence for a folder without MASTER-KEY-ID in which `what` has been found.
std::string without_master_key_id(const std::filesystem::path& data, const std::string& what);

// Its name in `files/`: an operator puts it there to say that the stored files are lost for good.
inline constexpr const char* kFilesLostMarker = "LOST";
// Its name in `files/`: an operator puts it there to have the next start remove the files that the
// log does not name. That start takes it away.
inline constexpr const char* kRemoveStrangersMarker = "REMOVE-UNNAMED";

}  // namespace countersign
