#pragma once
#include "http/json/schema_of.h"

namespace countersign::http {

// The answer of GET healthz and GET readyz.
Schema health_schema();

}  // namespace countersign::http
