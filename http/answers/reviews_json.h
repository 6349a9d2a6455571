#pragma once
#include <string>
#include <vector>

#include "core/ids.h"
#include "core/session/session.h"
#include "http/json/schema_of.h"

namespace countersign::http {

// The body of GET reviews: a page of the client's sessions that wait for a decision, the oldest
// first. `next` continues after the page. REQUIRES: the sessions are completed.
std::string reviews_json(bool sandbox, const std::vector<Session>& sessions, Sequence next);
Schema reviews_schema();

}  // namespace countersign::http
