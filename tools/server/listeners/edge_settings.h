#pragma once
#include "http/edge/edge_settings.h"
#include "tools/options/settings.h"

namespace countersign {

// The settings of the edge that serves the API.
http::EdgeSettings edge_settings_of(const ServerSettings& settings);

}  // namespace countersign
