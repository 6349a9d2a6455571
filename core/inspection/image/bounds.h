#pragma once

namespace countersign {

// The two levels of one measure: beyond `error` a picture is refused, beyond `warning` it is
// accepted with a warning. If the levels are equal, there is no warning.
struct Bounds {
  double error = 0;
  double warning = 0;
  bool operator==(const Bounds&) const = default;
};

}  // namespace countersign
