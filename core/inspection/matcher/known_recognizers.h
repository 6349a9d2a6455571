#pragma once
#include <optional>

#include "core/ids.h"
#include "core/inspection/image/bounds.h"

namespace countersign::matcher {

// Returns the levels that hold for a recognizer by what is published of it, or nullopt for a model
// that is not known. The known ones are the files of SFace in the OpenCV Zoo. Pure.
std::optional<Bounds> published_likeness(const Sha256& recognizer);

}  // namespace countersign::matcher
