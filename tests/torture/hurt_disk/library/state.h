#pragma once
#include "tests/torture/hurt_disk/bad_disk_state.h"

// These names are hidden, so that no name of the server that loads the library replaces one.
#pragma GCC visibility push(hidden)
namespace countersign::torture {

// Null until the campaign has set the folder.
BadDiskState* state();

}  // namespace countersign::torture
#pragma GCC visibility pop
