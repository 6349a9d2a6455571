#pragma once
#include <string>

namespace countersign {

// Why the server could not start.
struct CannotServe {
  std::string why;            // a sentence for the operator
  bool bad_settings = false;  // the settings name something unusable, now and later
};

}  // namespace countersign
