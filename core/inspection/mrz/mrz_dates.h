#pragma once
#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "core/utc_time.h"

namespace countersign {

// The dates of a machine-readable zone are YYMMDD, of no century (ICAO Doc 9303,
// part 3, section 4.8). Pure functions. Each takes six characters.

// Whether there was such a day. The century is the last in which it was not
// after today. Day, month or all of it may be unknown, and are fillers then.
bool sound_birth_date(std::string_view yymmdd, UtcTime now);

// The same date with its century, as far as it is known: 1974-08-12, 1974-08, 1974, or nothing.
// REQUIRES: it is sound.
std::string birth_text(std::string_view yymmdd, UtcTime now);

// The day, in the century that puts its year between 50 years ago and 49 years
// from now: no travel document is valid for longer, and none that ended longer
// ago is shown. nullopt: there is no such day.
std::optional<std::chrono::sys_days> expiry_day(std::string_view yymmdd, UtcTime now);

// Some cards are valid for ever, and have fillers for a date.
bool expiry_left_out(std::string_view yymmdd);

// A document is good until its last day has ended everywhere on earth (UTC-12).
bool expired(std::chrono::sys_days last_day, UtcTime now);

}  // namespace countersign
