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
};

// An invented person's document of Utopia, the country that ICAO reserves for specimens. Equal
// plans give equal specimens. Valid ones end in the 2060s, expired ones in the 2000s, so that
// neither changes while this program is in use.
struct Specimen {
  std::string surname;
  std::string given_names;
  std::string number;
  std::string birth_date;   // YYMMDD
  std::string expiry_date;  // YYMMDD
  char sex = 'F';
  // By ICAO Doc 9303: TD3 for a passport, TD1 for cards; none for what has no zone.
  std::vector<std::string> mrz;
};
Specimen make_specimen(const SpecimenPlan& plan);

}  // namespace countersign::drawing
