#pragma once
#include <string_view>

#include "tests/events/audit/export/exported_log.h"

namespace countersign::fuzz {

// Returns the folder after the changes that `input` describes, applied one after the other. Files
// are numbered in the order of their paths.
//
//   change := file u8, offset u16, length u8, bytes[length & 0x1f]
//
// The file is taken modulo the number of files, the offset modulo the size of the file plus one.
// The top three bits of the length choose the change: with 0x20 the bytes are inserted, with 0x40
// the file ends at the offset, with 0xe0 the file is removed; else the bytes overwrite.
FolderImage edited(FolderImage folder, std::string_view input);

}  // namespace countersign::fuzz
