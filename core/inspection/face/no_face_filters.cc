#include "core/inspection/face/face_filters.h"

namespace countersign {

std::span<const FaceFilter> face_filters() { return {}; }

}  // namespace countersign
