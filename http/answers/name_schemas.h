#pragma once
#include "http/json/schema_of.h"

// The names that texts in answers may be, each table as one component of the OpenAPI document. The
// texts come from the log: another version, or an external engine, may have written further names.
namespace countersign::http {

Schema code_schema();        // of core/checks/codes.h
Schema check_schema();       // of core/checks/checks.h
Schema event_type_schema();  // of core/stream/event.h

}  // namespace countersign::http
