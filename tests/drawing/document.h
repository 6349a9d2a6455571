#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "core/inspection/image/rgb_image.h"
#include "core/terms.h"
#include "tests/drawing/print.h"
#include "tests/drawing/specimen.h"

namespace countersign::drawing {

struct DocumentPlan {
  std::uint64_t seed = 1;
  Side side = Side::Front;
  DocumentType type = DocumentType::IdCard;
  std::uint32_t width = 1280;
  std::uint32_t height = 860;
  bool expired = false;
  bool wrong_check_digit = false;
  bool barcode = false;  // see specimen.h
  Layout layout = Layout::OfType;
  Twins twins = Twins::Chance;
  Typeface typeface = Typeface::Blocks;
  // The background runs over the whole document, up to its border and below its zone, in colours
  // that change along every side; otherwise the border and the zone are plain.
  bool full_bleed = false;
  // Stated in the print, the zone and the bar code instead of the specimen's, where they are not
  // empty: YYMMDD with parts that are not known, or a date that says never.
  std::string birth{};
  std::string expiry{};
  // Printed on the front instead of the specimen's, where they are not empty. The zone keeps the
  // specimen's.
  std::string printed_number{};
  std::string printed_birth{};   // YYMMDD
  std::string printed_expiry{};  // YYMMDD
};

// A document of which an OCR program can read the number and the dates, in 1600 x 1200 pixels.
DocumentPlan printed_plan(std::uint64_t seed, DocumentType type, Side side = Side::Front);

// The specimen that the document shows.
Specimen specimen_of(const DocumentPlan& plan);
// The lines of the machine-readable zone that is to be seen on the planned side; empty if none is.
std::vector<std::string> visible_zone(const DocumentPlan& plan);

// A document seen flat, without its surroundings.
struct FlatDocument {
  RgbImage image;
  double width_mm = 0;
};

// Draws an invented document: portrait, print, guilloches, and the machine-readable zone in OCR-B
// or the bar code in PDF417 that its type has (see specimen.h). It says SPECIMEN, and its people do
// not exist. The plan's width and height are not used.
FlatDocument draw_flat_document(const DocumentPlan& plan);

// Draws the same document as a photograph on a table, a little aslant. Equal plans give equal
// pixels; other seeds give other pixels.
RgbImage draw_document(const DocumentPlan& plan);

}  // namespace countersign::drawing
