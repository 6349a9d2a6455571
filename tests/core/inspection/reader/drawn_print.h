#pragma once
#include <string>

#include "core/inspection/engine.h"
#include "core/inspection/engines/data_reader.h"
#include "tests/drawing/camera/encode.h"
#include "tests/drawing/document.h"

namespace countersign::reader {

inline drawing::DocumentPlan printed(DocumentType type, Side side = Side::Front) {
  return drawing::printed_plan(13, type, side);
}

// The same text with its last digit another one.
inline std::string altered(std::string text) {
  text.back() = text.back() == '4' ? '7' : '4';
  return text;
}

inline std::string file_of(const drawing::DocumentPlan& plan) {
  return drawing::encode(drawing::draw_document(plan), {});
}

inline DataRequest request_for(std::string_view image, DocumentType type, Side side = Side::Front) {
  DataRequest request;
  request.image = image;
  request.side = side;
  request.type = type;
  request.now = *parse_utc_time("2026-11-25T00:00:00Z");
  return request;
}

// The outcome of the check, or "nothing".
inline std::string verdict(const Result<DataEvaluation, InspectionFailure>& found) {
  if (!found) return "failure";
  if (found->checks.empty()) return "nothing";
  return std::string(name_of(found->checks.front().status));
}

}  // namespace countersign::reader
