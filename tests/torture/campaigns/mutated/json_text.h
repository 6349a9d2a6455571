#pragma once
#include <string>

#include "tests/torture/rig/campaign.h"

namespace countersign::torture {

// A JSON text with one part changed: a member that is missing, doubled, renamed, of another type or
// extreme; bytes in base64url that are changed as what they are (authenticator data, a signature in
// DER, client data); or a text that is no JSON. Says in `what` which.
std::string mutated_json(const std::string& text, Draw& draw, std::string& what);

}  // namespace countersign::torture
