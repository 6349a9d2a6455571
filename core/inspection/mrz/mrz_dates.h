#pragma once
#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "core/utc_time.h"

namespace countersign {

// The dates of an MRZ are YYMMDD, without a century (ICAO Doc 9303, part 3, section 4.8). Pure
// functions. Each takes six characters.

// Whether there was such a day. The century is the last one in which the date is not after today.
// The day, the month and day, or the whole date may be unknown, and are then fillers.
bool sound_birth_date(std::string_view yymmdd, UtcTime now);

// Returns the same date with its century, as far as it is known: 1974-08-12, 1974-08, 1974, or
// nothing. REQUIRES: sound_birth_date().
std::string birth_text(std::string_view yymmdd, UtcTime now);

// Returns the day of birth with its century. Returns nullopt if a part of it is unknown, or if
// there is no such day.
std::optional<std::chrono::sys_days> birth_day(std::string_view yymmdd, UtcTime now);

// Returns the day, in the century that puts its year between 50 years ago and 49 years from now: no
// travel document is valid for longer, and nobody shows one that expired earlier. Returns nullopt
// if there is no such day.
std::optional<std::chrono::sys_days> expiry_day(std::string_view yymmdd, UtcTime now);

// Some cards are valid for ever and have fillers as their expiry date.
bool expiry_left_out(std::string_view yymmdd);

// A document is valid until its last day has ended everywhere on earth (UTC-12).
bool expired(std::chrono::sys_days last_day, UtcTime now);

}  // namespace countersign
