#pragma once
#include <string_view>

#include "tests/projections/exported_log.h"

namespace countersign::fuzz {

// The folder after the changes that `input` describes, one after the other, to files in the order
// of their paths:
//
//   change := file u8, offset u16, length u8, bytes[length & 0x1f]
//
// File and offset are taken modulo what there is. The bytes overwrite, with 0x20 in the length they
// are inserted; with 0x40 the file ends at the offset, with 0xe0 there is no such file any more.
FolderImage edited(FolderImage folder, std::string_view input);

}  // namespace countersign::fuzz
