#include "core/inspection/engine.h"

#include <algorithm>

namespace countersign {

bool Evaluation::accepted() const {
  return std::none_of(issues.begin(), issues.end(), [](const Issue& issue) {
    return issue.severity == Severity::Error;
  });
}

}  // namespace countersign
