#pragma once
#include "tools/command/clients/person_pages.h"
#include "tools/command/command.h"

namespace countersign {

// Writes a person's sessions with their pictures into a new folder, and returns how many sessions,
// files and bytes these are. The first fault ends the work and leaves an incomplete folder, without
// a manifest; a person without sessions leaves none. One thread.
OperatorAnswer export_person(Operator& op, const TypedPerson& person);

}  // namespace countersign
