#pragma once
#include <cstddef>
#include <vector>

#include "core/inspection/printed/field_finding.h"
#include "core/inspection/printed/stated_data.h"

namespace countersign {

// The finding of the print on each field that the zone or the bar code states.
struct DataFindings {
  FieldFinding number;
  FieldFinding birth;
  FieldFinding expiry;

  std::size_t count(FieldVerdict verdict) const;
  // Whether the number and every date that is stated were found in the print.
  bool all_agree(const StatedData& stated) const;
};

// Compares a birth and an expiry with the dates in the print. A false alarm is worse than silence:
// a document prints other dates too, above all the day of its issue. A date differs only if the
// other one agrees, nothing in the print is the stated date, and there is a date
//
//   of the same style as the one that agrees, of which one or two digits are certainly others, and
//   which can be no day of issue: for a birth, too early for one; for an expiry, either later than
//   the stated one, or in its year while the print has an earlier date that can be the issue's.
//
// Pure.
void compare_dates(const StatedData& stated,
                   const std::vector<PrintedText>& pages,
                   DataFindings& findings);

// Compares all that is stated with the print of all pages. Pure.
DataFindings compare_data(const StatedData& stated, const std::vector<PrintedText>& pages);

}  // namespace countersign
