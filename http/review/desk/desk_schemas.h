#pragma once
#include "http/json/schema_of.h"

// The schemas of the console's calls that order the work, by the file that defines them.
namespace countersign::http {

// desk_assign.cc
Schema assignees_schema();
Schema assigned_schema();
// desk_requests.cc
Schema assign_request_schema();
Schema unassign_request_schema();
Schema hand_over_request_schema();

}  // namespace countersign::http
