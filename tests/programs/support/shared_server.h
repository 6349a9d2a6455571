#pragma once
#include <string>

#include "tests/programs/support/capture.h"
#include "tests/programs/support/running_server.h"

namespace countersign::tests {

// One server for the tests that only ask, without any rate limit that could disturb them.
RunningServer& shared_server();
// A backend with its own client on the shared server.
Backend shared_backend();
// Whether the shared server still serves requests.
bool still_serves();

}  // namespace countersign::tests
