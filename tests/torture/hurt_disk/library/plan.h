#pragma once
#include <optional>
#include <string>

#include "tests/torture/hurt_disk/bad_disk_state.h"

// The campaign's plan of calls that fail or come short.
//
// These names are hidden, so that no name of the server that loads the library replaces one.
#pragma GCC visibility push(hidden)
namespace countersign::torture {

// Counts a call and returns the fault that it gets by the campaign's plan, if any.
std::optional<DiskFault> fault_of(BadDiskState& disk, DiskCall call, DiskFile file);
// Records that a call got its fault.
void note_strike(BadDiskState& disk, DiskCall call, DiskFile file, DiskFault fault);

// Returns whether the plan makes a call on the path fail; sets errno then.
bool fails(DiskCall call, const std::string& path);
bool fails(DiskCall call, int descriptor);

}  // namespace countersign::torture
#pragma GCC visibility pop
