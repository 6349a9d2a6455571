#pragma once
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace countersign {

// Parses the PDF417 contents of North American driving licences and identification cards, by the
// AAMVA DL/ID Card Design Standard (2020), annex D. Pure functions.
//
// Like the MRZ, the contents are personal data: they are examined and then discarded, except for a
// client that requests the values (field_values.h).

enum class AamvaType : std::uint8_t { DriverLicense, IdentificationCard };

struct AamvaCard {
  std::optional<AamvaType> type;  // nullopt: a subfile that the standard does not define
  // Elements as written, without blanks around them; empty if missing, or if the card says NONE.
  std::string expiry_date;      // DBA
  std::string birth_date;       // DBB
  std::string document_number;  // DAQ
  std::string surname{};        // DCS, on the oldest cards DAB
  std::string given_names{};    // DAC and DAD with a blank between; on older cards DCT
};

// Returns nullopt unless the bytes begin with the header of that standard (D.12.3), of any version,
// or with what issuers made of it: without some of its control characters, with others in their
// place, with subfiles of any type in any number and order. Ignores the places that the header says
// of the subfiles: issuers get them wrong.
std::optional<AamvaCard> parse_aamva(std::string_view bytes);

// Parses MMDDCCYY (United States) or CCYYMMDD (Canada and version 1), also with hyphens, slashes,
// dots or blanks between. No month is above 12 and no century is below 19, so no text fits both.
// Returns nullopt if there is no such day, and for any day of the year 9999, by which issuers say
// never.
std::optional<std::chrono::sys_days> aamva_day(std::string_view text);

}  // namespace countersign
