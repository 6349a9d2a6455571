#pragma once
#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "core/utc_time.h"

namespace countersign {

// The dates of an MRZ are YYMMDD, without a century (ICAO Doc 9303, part 3, section 4.8). A part
// that is not known is two fillers, by that standard, and 00 or XX by the habit of some states: see
// README.md. Pure functions. Each takes six characters.

// Whether it is a date, as far as it is stated. The century is the last one in which the date is
// not after today, which makes its owner as young as can be. The day, the month, or all of it may
// be unknown.
bool sound_birth_date(std::string_view yymmdd, UtcTime now);

// Returns the same date with its century, as far as it is known: 1974-08-12, 1974-08, 1974, or
// nothing. REQUIRES: sound_birth_date().
std::string birth_text(std::string_view yymmdd, UtcTime now);

// Returns the day of birth with its century. Returns nullopt if a part of it is unknown, or if
// there is no such day.
std::optional<std::chrono::sys_days> birth_day(std::string_view yymmdd, UtcTime now);

// Whether the document does not say when it ends: all of the date is unknown, or it is one of those
// by which states say never.
bool expiry_not_stated(std::string_view yymmdd);

// Whether it is a date, as far as it is stated. The century puts its year between 49 years ago and
// 50 years from now: no document with such a date is valid for longer, and nobody shows one that
// expired earlier.
bool sound_expiry_date(std::string_view yymmdd, UtcTime now);

// Returns the same date with its century, as far as it is stated, as birth_text() does. REQUIRES:
// sound_expiry_date().
std::string expiry_text(std::string_view yymmdd, UtcTime now);

// Returns the last day with its century. Returns nullopt if a part of it is not stated, or if there
// is no such day.
std::optional<std::chrono::sys_days> expiry_day(std::string_view yymmdd, UtcTime now);

// Returns the last day that the document may have, which is the expiry if all of it is stated.
// Returns nullopt if nothing of it is, or if there is no such day.
std::optional<std::chrono::sys_days> last_possible_day(std::string_view yymmdd, UtcTime now);

// A document is valid until its last day has ended everywhere on earth (UTC-12).
bool expired(std::chrono::sys_days last_day, UtcTime now);

}  // namespace countersign
