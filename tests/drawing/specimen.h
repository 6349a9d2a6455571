#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "core/terms.h"

namespace countersign::drawing {

// The layout of a document, where its type alone does not decide it.
enum class Layout : std::uint8_t {
  OfType,      // an ID-1 card, or a passport's page
  Booklet,     // a passport that lies open: the page with the portrait, and the page above it
  Id2Card,     // an identity card of 105 x 74 mm (ID-2), with a TD2 on its front
  FrenchCard,  // the same with the zone of French cards from before 2021, which is no TD2
  VisaA,       // MRV-A, of 120 x 80 mm
  VisaB,       // MRV-B, of 105 x 74 mm
};

// Characters in the document's number that readers take for each other.
enum class Twins : std::uint8_t {
  Chance,  // as the dice fall: two letters and seven digits
  Zero,    // 0 beside O
  Others,  // 8 beside B, 1 beside I, 5 beside S, 2 beside Z
};

struct SpecimenPlan {
  std::uint64_t seed = 1;
  DocumentType type = DocumentType::IdCard;
  bool expired = false;
  bool wrong_check_digit = false;
  bool barcode = false;  // a card has a bar code instead of the zone of its type
  Layout layout = Layout::OfType;
  Twins twins = Twins::Chance;
  std::string birth{};  // YYMMDD in the place of the one that the dice make; so is the expiry
  std::string expiry{};
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
  // By ICAO Doc 9303: TD3 for a passport, TD1 for cards, what its layout says for another; empty
  // for a document without a zone.
  std::vector<std::string> mrz;
  // By AAMVA, version 10: for driving licences, and for cards planned with a bar code.
  std::string barcode;
};
Specimen make_specimen(const SpecimenPlan& plan);

}  // namespace countersign::drawing
