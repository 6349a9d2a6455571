#pragma once
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace countersign {

// What North American driving licences and identification cards say in their PDF417: the AAMVA
// DL/ID Card Design Standard (2020), annex D. Pure functions.
//
// Like a machine-readable zone it is about a person: it is looked at and forgotten.

enum class AamvaType : std::uint8_t { DriverLicense, IdentificationCard };

struct AamvaCard {
  std::optional<AamvaType> type;  // none: of a subfile that the standard does not have
  std::string expiry_date;        // element DBA as it is written; empty: there is none
};

// nullopt when the bytes do not begin as that standard has it (D.12.3), in any version. The offsets
// of subfiles are not used: issuers get them wrong.
std::optional<AamvaCard> parse_aamva(std::string_view bytes);

// MMDDCCYY, as the United States write it, or CCYYMMDD, as Canada and version 1 do: no month is
// above 12, and no century below 19, so that one text is never both. nullopt: no such day.
std::optional<std::chrono::sys_days> aamva_day(std::string_view text);

}  // namespace countersign
