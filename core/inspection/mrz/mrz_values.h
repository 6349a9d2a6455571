#pragma once
#include <string>
#include <vector>

#include "core/inspection/mrz/mrz.h"
#include "core/schema.h"
#include "core/utc_time.h"

namespace countersign {

// The personal data in an MRZ, for a client that requests it. It leaves the engine only in answer
// to such a request, and is encrypted before it is written anywhere.
//
// Check digits prove the number and the two dates. Nothing proves the other values: ICAO Doc 9303
// gives names, issuer, nationality and sex no check digit.
struct MrzValues {
  std::string document_code;    // I, IR, P, ...
  std::string issuer;           // as ICAO abbreviates it, three letters or D
  std::string document_number;  // whole
  std::string birth_date;       // YYYY-MM-DD, or as much of it as is known; or empty
  std::string expiry_date;      // the same; empty: not stated, or without an end
  std::string nationality;      // like the issuer
  std::string sex;              // M, F, X; empty: not stated
  std::string surname;          // in the letters of the MRZ, perhaps truncated
  std::string given_names;
  bool operator==(const MrzValues&) const = default;
};
template <>
inline constexpr auto fields_of<MrzValues> =
    fields(Field{"documentCode", &MrzValues::document_code},
           Field{"issuer", &MrzValues::issuer},
           Field{"documentNumber", &MrzValues::document_number},
           Field{"birthDate", &MrzValues::birth_date},
           Field{"expiryDate", &MrzValues::expiry_date},
           Field{"nationality", &MrzValues::nationality},
           Field{"sex", &MrzValues::sex},
           Field{"surname", &MrzValues::surname},
           Field{"givenNames", &MrzValues::given_names});
static_assert(record_is_sound<MrzValues>);

// REQUIRES: `mrz` is the result of parse_mrz() for these lines, without a wrong check digit and
// with sound dates.
MrzValues mrz_values(const std::vector<std::string>& lines, const Mrz& mrz, UtcTime now);

// Whether the values can come from an MRZ: short, and of its characters. Their sender may be
// hostile.
bool are_sound(const MrzValues& values);

}  // namespace countersign
