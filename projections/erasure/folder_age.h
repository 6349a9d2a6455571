#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "core/result.h"

namespace countersign {

// The state of a data folder, which decides what may be created in it. A part missing from a folder
// in use was lost; creating it again would hide the loss, or lose the rest as well.
//
//   New        holds nothing of value yet: it is empty, or its first start was interrupted
//   Restored   made from a backup, not yet started completely; MASTER-KEY-ID came with its keys
//   InUse      its first start has completed: MASTER-KEY-ID was written, after all other parts
enum class FolderAge : std::uint8_t { New, Restored, InUse };

// Reads only. Returns a sentence for the operator if a part is missing that other parts show to
// have existed. `restored`: the folder has the marker of a restore.
Result<FolderAge, std::string> age_of(const std::filesystem::path& data, bool restored);

// The sentence that refuses a folder without MASTER-KEY-ID in which `what` was found.
std::string without_master_key_id(const std::filesystem::path& data, const std::string& what);

// A marker file in `files/`. An operator creates it to declare that the stored files are lost for
// good.
inline constexpr const char* kFilesLostMarker = "LOST";
// A marker file in `files/`. An operator creates it to have the survey after the next start remove
// the files that the log does not name. That survey removes the marker first.
inline constexpr const char* kRemoveStrangersMarker = "REMOVE-UNNAMED";

}  // namespace countersign
