#pragma once
#include <string>

#include "tests/programs/support/wire.h"
#include "tests/torture/rig/campaign.h"

namespace countersign::torture {

// Changes one part of a request: a member of its JSON, the bytes in such a member, a part of its
// form, a segment of its path, a parameter or a header. The frame of the message stays whole, so
// that the server answers. Returns what was changed, for a reader.
std::string mutate(tests::Request& request, Draw& draw);

}  // namespace countersign::torture
