#pragma once
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/inspection/engine.h"
#include "core/utc_time.h"
#include "tools/measure/labels/expectation.h"

namespace countersign {

// A share of `of`, and the interval in which the true share lies with 95 % of confidence
// (rate_estimate.h).
struct ErrorRate {
  std::size_t count = 0;
  std::size_t of = 0;

  double share() const {
    return of == 0 ? 0 : static_cast<double>(count) / static_cast<double>(of);
  }
  struct Interval {
    double low = 0;
    double high = 1;
  };
  Interval interval95() const;
};

// How the zones were read, of those whose text is known. A zone is compared by the values that the
// engine gives of an accepted document (mrz_values.h); the engine gives none of a refused one. A
// zone that differs in several ways is counted in each.
struct ZoneCounts {
  std::size_t known = 0;
  std::size_t read = 0;
  std::size_t compared = 0;     // accepted, with every check digit right
  std::size_t differ = 0;       // of those: that are not what is printed
  std::size_t differ_code = 0;  // in the document code, whose first letter says the kind
  std::size_t differ_name = 0;
  std::size_t differ_else = 0;  // in any other value

  ZoneCounts& operator+=(const ZoneCounts& more);
};

// The counts of one condition, or of several together.
struct Tally {
  std::size_t pictures = 0;
  std::size_t accepted = 0;
  std::size_t review = 0;  // of the accepted: something is left to a review
  std::size_t wrong = 0;   // refused though fit, accepted though not
  std::size_t other = 0;   // refused rightly, and for another reason than the right one
  std::size_t zones = 0;   // that were read, known or not
  std::size_t barcodes = 0;
  std::map<std::string, std::size_t> codes{};  // of the worst issue of each that was refused
  ZoneCounts zone{};
  std::vector<double> ms{};  // the time of each

  Tally& operator+=(const Tally& more);
};

// The label of a picture, and the engine's findings.
struct LabelledEvaluation {
  const Expectation& expected;
  const std::vector<std::string>& zone;  // its lines; empty: not known
  const DocumentEvaluation& found;
  UtcTime now;  // of the evaluation
  double ms = 0;
};

// Counts one picture, and returns how it was judged.
Judged add(const LabelledEvaluation& evaluation, Tally& tally);

// The counts of all conditions, in the order in which they first occurred.
class ErrorRates {
 public:
  struct Condition {
    std::string name;
    Expected expected = Expected::Accepted;
    Tally tally{};
  };

  // A name that occurs with several expectations is several conditions.
  Tally& of(const std::string& name, Expected expected);
  const std::vector<Condition>& conditions() const { return conditions_; }
  Tally total(Expected expected) const;
  Tally total() const;

 private:
  std::vector<Condition> conditions_;
};

}  // namespace countersign
