#pragma once

namespace countersign {

// The two levels of one measure: beyond `error` a picture is refused, beyond `warning` it is
// accepted with a remark. Equal levels: there is no remark.
struct Bounds {
  double error = 0;
  double warning = 0;
  bool operator==(const Bounds&) const = default;
};

}  // namespace countersign
