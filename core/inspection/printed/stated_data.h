#pragma once
#include <chrono>
#include <optional>
#include <string>

#include "core/inspection/barcode/aamva.h"
#include "core/inspection/mrz/mrz.h"
#include "core/utc_time.h"

namespace countersign {

// The statements of a document's machine-readable data, as far as the print can be searched for
// them.
// Personal data: see mrz.h.
struct StatedData {
  std::string number;  // of the document; empty: not stated
  std::optional<std::chrono::year_month_day> birth;
  std::optional<std::chrono::year_month_day> expiry;
  // Whether a document of this kind may have been issued longer than kLongestValidity before its
  // expiry, so that an early date need not be a birth.
  bool long_lived = false;

  bool has_any() const { return !number.empty() || birth || expiry; }
};

// No passport, identity card or residence permit with a machine-readable zone is issued for longer.
inline constexpr std::chrono::years kLongestValidity{16};

// Takes a zone without a wrong check digit. A visa's last day is left out: a visa prints several.
StatedData stated_by(const Mrz& mrz, UtcTime now);
// Takes a North American card. Licences of some states are valid for decades.
StatedData stated_by(const AamvaCard& card);

}  // namespace countersign
