#pragma once
#include <string>
#include <vector>

#include "core/inspection/mrz/mrz.h"
#include "core/utc_time.h"

namespace countersign {

// What a machine-readable zone says of a person, for a client who asks for it. It leaves the engine
// only in answer to a request that says so, and is encrypted before it is written anywhere.
//
// Check digits prove the number and the two dates. Nothing proves the others: ICAO Doc 9303
// gives names, issuer, nationality and sex no digit.
struct MrzValues {
  std::string document_code;    // I, IR, P, ...
  std::string issuer;           // as ICAO abbreviates it, three letters or D
  std::string document_number;  // whole
  std::string birth_date;       // YYYY-MM-DD, or as much of it as is known; or empty
  std::string expiry_date;      // YYYY-MM-DD; empty: valid for ever
  std::string nationality;      // like the issuer
  std::string sex;              // M, F, X; empty: not said
  std::string surname;          // in the letters of the zone, perhaps cut off
  std::string given_names;
  bool operator==(const MrzValues&) const = default;
};

// REQUIRES: `mrz` is what parse_mrz() made of the lines, without a wrong digit and with sound
// dates.
MrzValues mrz_values(const std::vector<std::string>& lines, const Mrz& mrz, UtcTime now);

// Whether they can be what a zone says: short, and of its characters. Who they come from may be
// hostile.
bool are_sound(const MrzValues& values);

}  // namespace countersign
