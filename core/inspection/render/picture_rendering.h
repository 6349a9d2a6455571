#pragma once
#include <optional>

#include "core/inspection/decode/inspection_limits.h"
#include "core/inspection/engine.h"

namespace countersign {

// Draws a picture for a person, see Engine::render(). A document whose zone was read is turned so
// that it is upright. Pure. May throw std::bad_alloc.
Result<std::optional<Rendering>, InspectionFailure> rendered(const RenderingRequest& request,
                                                             const InspectionLimits& limits);

}  // namespace countersign
