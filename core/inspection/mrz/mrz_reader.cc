#include "core/inspection/mrz/mrz_reader.h"

#include <array>
#include <cmath>
#include <span>

#include "core/inspection/image/rectify.h"
#include "core/inspection/measure/ink_map.h"
#include "core/inspection/mrz/mrz_line.h"
#include "core/inspection/mrz/mrz_lines.h"
#include "core/inspection/mrz/mrz_text.h"

// How a machine-readable zone is read, where its document, or the zone itself, was found.
//
// 1. The picture of the zone is flattened to 12 pixels a millimetre, 30 a character, and turned
//    into ink: how much darker a pixel is than the paper around it (ink_map.h).
// 2. The lines: the changes of ink are summed up along the rows of each slope, and the slope is the
//    one at which neighbouring sums differ most, as a row along print is full or empty (W. Postl,
//    Detection of linear oblique structures, ICPR 1986). The two or three lines are where the sums
//    are largest, and small in between (mrz_lines.h). Each is followed along its bend (mrz_line.h).
// 3. The characters: all have one pitch (ICAO Doc 9303, part 3, section 4), so that they stand in a
//    grid. The grid with the least ink on the borders between its cells is the right one.
// 4. Their text: a cell is compared with each of the 37 characters of OCR-B (ISO 1073-2), which are
//    rendered when Countersign is built, by normalized cross-correlation (J. P. Lewis, 1995, not by
//    his tables of sums) at offsets of up to 3 pixels (ocr_b/match.h). The likeliest of the
//    characters that its place in the layout may have is read. Nothing is learned.
// 5. The fields: mrz.h takes them apart (parts 4 to 7 of Doc 9303) and verifies the check digits
//    (part 3, section 4.9). They correct nothing, but decide between 0 and O (mrz_twins.h).
// 6. The proof: a reading is believed if all digits are right and no character is much less like
//    its own than the others are (mrz_reading.h). Else it is the best of those that were tried.
namespace countersign {
namespace {

constexpr double kFootShare = 0.52;  // lower share of the document, which contains the MRZ
constexpr double kPaperMm = 3.2;     // around a character, to measure the paper
// In each layout and way up. Three places in the layouts of all sizes cost a sheet of text 0.2 s.
constexpr std::size_t kMaxPlaces = 2;

// A layout, and the size of the document on which it is printed (ISO/IEC 7810).
struct Sheet {
  MrzLayout layout;
  Millimetres mm;
};
// The three of Doc 9303.
constexpr Sheet kId1 = {kThreeLinesOf30, millimetres_of(DocumentSize::Id1)};
constexpr Sheet kId2 = {kTwoLinesOf36, millimetres_of(DocumentSize::Id2)};
constexpr Sheet kId3 = {kTwoLinesOf44, millimetres_of(DocumentSize::Id3)};

// An ID-2 card and a page have one shape.
std::span<const Sheet> likely_sheets(DocumentSize size) {
  // The likelier one first.
  static constexpr std::array kCard = {kId1};
  static constexpr std::array kOlderCard = {kId2, kId3};
  static constexpr std::array kPage = {kId3, kId2};
  switch (size) {
    case DocumentSize::Id1:
      return kCard;
    case DocumentSize::Id2:
      return kOlderCard;
    case DocumentSize::Id3:
      break;
  }
  return kPage;
}

// Maps a place in the foot to the photograph.
std::optional<Quadrilateral> in_photograph(const Quadrilateral& in_foot,
                                           const Quadrilateral& corners,
                                           const Sheet& sheet) {
  const double width = std::round(sheet.mm.width * kMrzPxPerMm);
  const double height = std::round(sheet.mm.height * kMrzPxPerMm);
  const auto map = Homography::between(rectangle(width, height), corners);
  if (!map) return std::nullopt;
  const double top = std::floor((1 - kFootShare) * height);
  Quadrilateral place;
  for (std::size_t i = 0; i < place.size(); ++i)
    place[i] = (*map)(in_foot[i].x, in_foot[i].y + top);
  return place;
}

// Returns the ink map of the lower part of the document.
LumaImage foot_of(const LumaImage& photograph, const Quadrilateral& corners, const Sheet& sheet) {
  const double width = std::round(sheet.mm.width * kMrzPxPerMm);
  const double height = std::round(sheet.mm.height * kMrzPxPerMm);
  const double foot_height = height - std::floor((1 - kFootShare) * height);
  const auto place = in_photograph(rectangle(width, foot_height), corners, sheet);
  const LumaImage foot = rectified(photograph,
                                   place.value_or(Quadrilateral{}),
                                   static_cast<std::size_t>(width),
                                   static_cast<std::size_t>(foot_height));
  return ink_map(foot, static_cast<std::size_t>(kPaperMm * kMrzPxPerMm));
}

}  // namespace

MrzReading read_mrz(const LumaImage& photograph,
                    const Quadrilateral& lying,
                    DocumentSize size,
                    const MrzThresholds& thresholds) {
  const std::span<const Sheet> likely = likely_sheets(size);
  MrzReading best;
  for (const Sheet& sheet : likely) {
    for (const unsigned half_turn : {0U, 2U}) {
      const Quadrilateral corners = turned(lying, half_turn);
      const LumaImage ink = foot_of(photograph, corners, sheet);
      const GridRange range = whole_width(
          static_cast<double>(ink.width), kMrzPitchMm * kMrzPxPerMm, sheet.layout.length);
      for (const MrzPlace& place :
           find_mrz_places(ink, kMrzPxPerMm, sheet.layout.lines, kMaxPlaces)) {
        MrzReading reading = read_mrz_text(ink, sheet.layout, place, range, thresholds);
        if (reading.place) reading.place = in_photograph(*reading.place, corners, sheet);
        if (better(reading, best, thresholds)) best = std::move(reading);
        if (proven(best, thresholds)) return best;
      }
    }
  }
  return best;
}

}  // namespace countersign
