#pragma once
#include "tests/torture/hurt_disk/bad_disk_state.h"

// Hidden, so that no name of the server that loads the library takes the place of one of these.
#pragma GCC visibility push(hidden)
namespace countersign::torture {

// Null until the campaign has set the folder.
BadDiskState* state();

}  // namespace countersign::torture
#pragma GCC visibility pop
