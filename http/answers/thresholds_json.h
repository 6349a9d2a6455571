#pragma once
#include <string>

#include "core/inspection/thresholds/thresholds.h"
#include "http/json/members.h"

// The thresholds of a challenge: with them a page can judge a picture as the server will. Pure.
namespace countersign::http {

// An object with a member for each threshold that is set, by the name of its setting:
//
//   {"document-edge-width":{"error":0.12,"warning":0.1}, ...}
//
// `warning` is null where there is one level; of a switch `error` is 1 for yes and 0 for no.
struct ThresholdsJson {
  using Means = AnyObject;
  std::string json;
};
ThresholdsJson thresholds_json(const Thresholds& set);

// The JSON Schema of the object, which may be null.
std::string thresholds_schema();

}  // namespace countersign::http
