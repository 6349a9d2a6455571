#pragma once
#include "http/json/schema_of.h"

// The parts of the forms that a device submits. step_submission.h reads them.
namespace countersign::http {

inline constexpr std::size_t kFramesMax = 12;
// The types of a form's files, as the OpenAPI document lists them.
inline constexpr std::string_view kImageTypes = "image/jpeg, image/png, image/webp";

Schema document_form_schema();
Schema liveness_form_schema();

}  // namespace countersign::http
