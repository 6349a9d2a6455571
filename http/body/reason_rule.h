#pragma once
#include <cstddef>
#include <string_view>

#include "core/text/one_line.h"
#include "http/json/members.h"

// The rule of every reason that the log keeps in plain words, whoever states the reason: a client's
// backend for an erasure, an operator for a hold, a purge, an end, a download or a reading. Codes
// of a review, and words that are sealed, have rules of their own.
namespace countersign::http {

inline constexpr std::size_t kReasonMaxBytes = 256;
inline constexpr std::string_view kWrongReason =
    "The reason must be one line of 1 to 256 bytes, and not of blanks alone.";

inline bool is_reason(std::string_view text) { return is_one_line(text, kReasonMaxBytes); }

inline constexpr Rule kReason{.is = is_reason, .wrong = kWrongReason};
inline constexpr Rule kReasonLeftOut{.left_out = true, .is = is_reason, .wrong = kWrongReason};

}  // namespace countersign::http
