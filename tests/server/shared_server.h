#pragma once
#include <string>

#include "tests/server/capture.h"
#include "tests/server/running_server.h"

namespace countersign::tests {

// One server for the tests that only ask and that no rate limit shall disturb.
RunningServer& shared_server();
// A backend with a client of its own on it.
Backend shared_backend();
// Whether it still does what it is there for.
bool still_serves();

}  // namespace countersign::tests
