#pragma once
#include "http/json/schema_of.h"

// The schemas of the calls that case_handlers.h has, by the file that defines them.
namespace countersign::http {

// ---- answers ----

// case_queue.cc
Schema queue_schema();
Schema queue_moved_schema();
// case_claims.cc
Schema next_case_schema();
Schema claimed_schema();
// case_json.cc
Schema case_schema();
// case_decision.cc
Schema signing_begun_schema();
Schema decided_schema();
// case_reports.cc
Schema reports_schema();
// own_acts.cc
Schema own_acts_schema();

// ---- bodies ----

// case_requests.cc
Schema next_request_schema();
Schema look_request_schema();
// case_schemas.cc: one record reads these two (DecisionBody of case_requests.h), and takes more
// than either is.
// The body of `decide/begin`.
Schema signing_request_schema();
// The body of `decide` and of `correct`.
Schema decision_request_schema();

}  // namespace countersign::http
