#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "core/terms.h"

namespace countersign::drawing {

struct SpecimenPlan {
  std::uint64_t seed = 1;
  DocumentType type = DocumentType::IdCard;
  bool expired = false;
  bool wrong_check_digit = false;
  bool barcode = false;  // a card has a bar code instead of the zone of its type
};

// An invented person's document of Utopia, the country code that ICAO reserves for specimens. Equal
// plans give equal specimens. Valid documents expire in the 2060s, expired ones in the 2000s, so
// that neither changes while this program is in use.
struct Specimen {
  std::string surname;
  std::string given_names;
  std::string number;
  std::string birth_date;   // YYMMDD
  std::string expiry_date;  // YYMMDD
  char sex = 'F';
  // By ICAO Doc 9303: TD3 for a passport, TD1 for cards; empty for a document without a zone.
  std::vector<std::string> mrz;
  // By AAMVA, version 10: for driving licences, and for cards planned with a bar code.
  std::string barcode;
};
Specimen make_specimen(const SpecimenPlan& plan);

}  // namespace countersign::drawing
