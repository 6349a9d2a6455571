#include "core/inspection/zone/zone_search.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "core/inspection/measure/ink_map.h"
#include "core/inspection/mrz/mrz_line.h"
#include "core/inspection/mrz/mrz_lines.h"
#include "core/inspection/mrz/mrz_text.h"
#include "core/inspection/mrz/ocr_b/match.h"
#include "core/inspection/zone/blobs.h"
#include "core/inspection/zone/frame.h"
#include "core/inspection/zone/print_line.h"

// How a machine-readable zone is found anywhere in a picture, in any direction, without a border of
// the document. A zone is two or three lines of 30, 36 or 44 characters of OCR-B, all at one pitch,
// one line below the other (ICAO Doc 9303, part 3, section 4; the layouts are in parts 4 to 7).
// Hardly anything else on a document is printed that evenly, so the search begins with evenness:
//
// 1. Ink: how much darker a pixel is than the paper around it, which cancels shadows (ink_map.h).
// 2. Blobs: connected areas of ink, each known by its box. Most are one character (blobs.h).
// 3. Lines: a blob is linked to the likeliest one to its right, and the link stays if no other blob
//    on the left fits that one better. This is the linking of neighbours of L. O'Gorman, The
//    Document Spectrum (PAMI 1993), in one direction. Links make chains; chains of one pitch and
//    one course make lines. Least squares give course and pitch (print_line.h). Lines are seen
//    within 27 degrees of level, so steps 3 to 6 run in frames turned by 0, 90, 45 and 135 degrees,
//    for each of two levels of ink, until a zone is proven.
// 4. Places: two lines that overlap at equal pitch and slope, or three, in each layout that has as
//    many characters. Characters at the ends or a third line may be unseen (zone_place.h).
// 5. Probes: some characters of each line, and then of each place, are compared with OCR-B at half
//    scale, upright and upside down. Other print is dropped here, before anything costs much.
// 6. Reading: the place that looks most like OCR-B is flattened into a strip of 12 pixels a
//    millimetre and read (core/inspection/mrz). The first reading whose check digits are right and
//    whose characters are all alike ends the search; the limits below end it otherwise.
namespace countersign {
namespace {

// "Chosen on the first real set" means the first set of real specimens in docs/inspection.md.

// The size, in pixels, at which kUsualPaper was chosen: 1600 x 1200, that of a photograph as it is
// inspected (kPhotographPixels).
constexpr double kUsualPixels = 1.92e6;
// The radius, in pixels, of the paper around a pixel: more than a character is high at 8 px/mm. It
// shrinks with the picture down to the second. Chosen on the first real set.
constexpr double kUsualPaper = 24;
constexpr double kLeastPaper = 7;
// Ink that counts, of 255: faint print is connected at the lower level, close print apart at the
// higher. Chosen on the first real set.
constexpr std::array<int, 2> kLevels = {70, 110};
// The longer side of a character, in pixels: fillers at 2.5 px/mm, capitals at 40 px/mm.
constexpr double kShortest = 4;
constexpr double kLongest = 110;
// Blobs at one level. A picture with more is a page of print: fine print of 11,700 characters took
// 2.6 times as long as a passport; by this limit none of 2,600 pictures of real specimens is judged
// otherwise.
constexpr std::size_t kMostBlobs = 9'000;
// The frames, in eighths of a turn: level and upright lines first, slanted ones after.
constexpr std::array<std::array<unsigned, 2>, 2> kFrames = {{{0, 2}, {1, 3}}};

// Characters that are probed in a line, and in each line of a place: a mean of some, at less than a
// third of the work of all. Chosen on the first real set.
constexpr std::size_t kProbes = 8;
constexpr std::size_t kProbesOfPlace = 5;
// Mean likeness (a correlation, at most 1) to OCR-B of the probed characters: print other than
// OCR-B seldom has as much. Chosen on the first real set.
constexpr float kPromising = 0.48F;

// Readings, in one frame at one level and in all. Four in all were too few for slanted documents:
// two zones in 84 drawn ones were lost. With ten a picture full of print takes twice as long as a
// passport.
constexpr std::size_t kMostReadings = 4;
constexpr std::size_t kMostReadingsInAll = 10;
// Print that resembles OCR-B no more than this seldom is OCR-B. After so many such places that show
// no zone the picture is one of other print. No zone that was read before was lost by these two.
constexpr float kWeak = 0.7F;
constexpr std::size_t kMostWeakReadings = 2;
// A zone that was legible in one layout so often, and not proven, has a wrong digit, or another
// layout.
constexpr std::size_t kMostLegible = 2;

// The paper that is flattened around a zone, in millimetres: five characters on either side, for a
// zone whose ends were not seen, and a line or two above and below. Chosen on the first real set.
constexpr double kBesideMm = 13;
constexpr double kAboveMm = 8;
// The radius of the paper around a pixel of the flat zone: more than a character is high.
constexpr double kPaperMm = 3.2;
// How far the lines of a flattened zone may be from where they were seen: less than half of the
// distance of two lines, so that no line is taken for the next. Chosen on the first real set.
constexpr double kOffMm = 1.5;

// Interpolated between four pixels, by 256ths of a pixel.
std::uint8_t luma_at(const LumaImage& image, const PicturePoint& p) {
  constexpr std::size_t kFine = 256;  // a power of two, so that divisions are shifts
  const auto fine = [](double place, std::size_t pixels) {
    const double last = static_cast<double>(pixels) - 1.001;  // so that a pixel follows it
    return static_cast<std::size_t>(std::clamp(place - 0.5, 0.0, last) * kFine);
  };
  const std::size_t x = fine(p.x, image.width);
  const std::size_t y = fine(p.y, image.height);
  const std::size_t right = x % kFine;
  const std::size_t below = y % kFine;
  const std::uint8_t* upper = image.row(y / kFine) + x / kFine;
  const std::uint8_t* lower = upper + image.width;
  const std::size_t top = upper[0] * (kFine - right) + upper[1] * right;
  const std::size_t bottom = lower[0] * (kFine - right) + lower[1] * right;
  const std::size_t sum = top * (kFine - below) + bottom * below;
  return static_cast<std::uint8_t>((sum + kFine * kFine / 2) / (kFine * kFine));
}

bool inside(const LumaImage& image, const PicturePoint& p) {
  return p.x >= 0 && p.y >= 0 && p.x < static_cast<double>(image.width) &&
         p.y < static_cast<double>(image.height);
}

// The greatest likeness to a character of OCR-B of the ink at a place. `along` is one pitch to the
// right there.
float likeness_at(const LumaImage& ink, const PicturePoint& middle, const PicturePoint& along) {
  const double right_x = along.x / kCoarseWidth;
  const double right_y = along.y / kCoarseWidth;
  CoarseOcrBPatch patch;
  for (std::size_t v = 0; v < kCoarsePatchHeight; ++v) {
    const double down = static_cast<double>(v) + 0.5 - kCoarsePatchHeight / 2.0;
    for (std::size_t u = 0; u < kCoarsePatchWidth; ++u) {
      const double right = static_cast<double>(u) + 0.5 - kCoarsePatchWidth / 2.0;
      const PicturePoint at = {middle.x + right * right_x - down * right_y,
                               middle.y + right * right_y + down * right_x};
      patch[v * kCoarsePatchWidth + u] = inside(ink, at) ? luma_at(ink, at) : 0;
    }
  }
  return coarse_ocr_b_likeness(patch);
}

// The mean likeness to OCR-B of some characters of a line, the better way up.
float promise_of(const LumaImage& ink, const Frame& frame, const PrintLine& line) {
  float upright = 0;
  float turned = 0;
  for (std::size_t i = 0; i < kProbes; ++i) {
    const Blob& blob = line.blobs[(2 * i + 1) * line.blobs.size() / (2 * kProbes)];
    const auto x = static_cast<double>(blob.x);
    const PicturePoint middle = frame.to_picture({x, line.y(x)});
    const PicturePoint along = frame.to_picture({line.pitch, line.slope_at(x) * line.pitch});
    upright += likeness_at(ink, middle, along);
    turned += likeness_at(ink, middle, {-along.x, -along.y});
  }
  return std::max(upright, turned) / kProbes;
}

// The same of the place of a zone, as it is. The characters are looked for where the lines were
// seen: off by up to half a character where its ends are not known.
float promise_of(const LumaImage& ink, const ZonePlace& place) {
  // In characters: with these steps none is more than a sixth of a character off.
  constexpr std::array<double, 3> kOffsets = {-0.33, 0, 0.33};
  float best = 0;
  for (const double offset : kOffsets) {
    float sum = 0;
    for (std::size_t line = 0; line < place.layout().lines; ++line) {
      const auto v = static_cast<double>(line);
      for (std::size_t i = 0; i < kProbesOfPlace; ++i) {
        const std::size_t character = (2 * i + 1) * place.layout().length / (2 * kProbesOfPlace);
        const double u = static_cast<double>(character) + offset;
        const PicturePoint left = place.at(u, v);
        const PicturePoint right = place.at(u + 1, v);
        sum += likeness_at(ink, place.at(u + 0.5, v), {right.x - left.x, right.y - left.y});
      }
    }
    best = std::max(best, sum / static_cast<float>(kProbesOfPlace * place.layout().lines));
  }
  return best;
}

// The zone flattened: its lines level and straight, at kMrzPxPerMm, with some paper around.
class FlatZone {
 public:
  FlatZone(const LumaImage& photograph, const ZonePlace& place)
      : place_(place),
        lines_(static_cast<double>(place.layout().lines - 1)),
        apart_px_(place.height_mm() * kMrzPxPerMm),
        width_(static_cast<std::size_t>(
            std::lround((static_cast<double>(place.layout().length) * kMrzPitchMm + 2 * kBesideMm) *
                        kMrzPxPerMm))),
        height_(static_cast<std::size_t>(std::lround(apart_px_ + 2 * kAboveMm * kMrzPxPerMm))) {
    LumaImage flat{width_, height_, std::vector<std::uint8_t>(width_ * height_)};
    for (std::size_t x = 0; x < width_; ++x) {
      // Both lines' courses are known; between and beside them a column is straight.
      const PicturePoint first = in_photograph(static_cast<double>(x) + 0.5, 0);
      const PicturePoint last =
          in_photograph(static_cast<double>(x) + 0.5, static_cast<double>(height_));
      const auto rows = static_cast<double>(height_);
      for (std::size_t y = 0; y < height_; ++y) {
        const double share = (static_cast<double>(y) + 0.5) / rows;
        flat.bytes[y * width_ + x] =
            luma_at(photograph,
                    {first.x + share * (last.x - first.x), first.y + share * (last.y - first.y)});
      }
    }
    ink_ = ink_map(flat, static_cast<std::size_t>(kPaperMm * kMrzPxPerMm));
  }

  const LumaImage& ink() const { return ink_; }

  // Where the lines were seen.
  MrzPlace seen() const { return {kAboveMm * kMrzPxPerMm, apart_px_ / lines_, 0}; }
  // Where they are found close to that.
  std::optional<MrzPlace> found() const {
    for (const MrzPlace& place : find_mrz_places(ink_, kMrzPxPerMm, place_.layout().lines, 1)) {
      if (std::abs(place.first_y - seen().first_y) < kOffMm * kMrzPxPerMm) return place;
    }
    return std::nullopt;
  }

  // The first character begins within a few of where it was seen.
  GridRange range() const {
    // The pitch may be off by this share, and the first character by so many characters: the pitch
    // was fitted to all of a line, its ends may be unseen. Chosen on the first real set.
    constexpr double kPitchShare = 0.03;
    constexpr double kOffCharacters = 2.2;
    const double pitch = kMrzPitchMm * kMrzPxPerMm;
    const double left = kBesideMm * kMrzPxPerMm;
    return {pitch, kPitchShare, left - kOffCharacters * pitch, left + kOffCharacters * pitch};
  }

  Quadrilateral in_photograph(const Quadrilateral& corners) const {
    Quadrilateral result;
    for (std::size_t i = 0; i < corners.size(); ++i) {
      result[i] = in_photograph(corners[i].x, corners[i].y);
    }
    return result;
  }

 private:
  PicturePoint in_photograph(double x, double y) const {
    const double u = (x / kMrzPxPerMm - kBesideMm) / kMrzPitchMm;
    const double v = (y - kAboveMm * kMrzPxPerMm) / apart_px_ * lines_;
    return place_.at(u, v);
  }

  const ZonePlace& place_;
  double lines_;  // from the first to the last
  double apart_px_;
  std::size_t width_;
  std::size_t height_;
  LumaImage ink_;
};

MrzReading read_zone(const LumaImage& photograph,
                     const ZonePlace& place,
                     const MrzThresholds& thresholds) {
  const FlatZone flat(photograph, place);
  const auto read = [&](const MrzPlace& lines) {
    MrzReading reading = read_mrz_text(flat.ink(), place.layout(), lines, flat.range(), thresholds);
    if (reading.place) reading.place = flat.in_photograph(*reading.place);
    return reading;
  };
  MrzReading as_seen = read(flat.seen());
  if (proven(as_seen, thresholds)) return as_seen;
  const auto lines = flat.found();
  if (!lines) return as_seen;
  MrzReading as_found = read(*lines);
  return better(as_found, as_seen, thresholds) ? as_found : as_seen;
}

class Search {
 public:
  Search(const LumaImage& photograph, const MrzThresholds& thresholds)
      : photograph_(photograph), thresholds_(thresholds) {
    const double scale =
        std::sqrt(static_cast<double>(photograph.width * photograph.height) / kUsualPixels);
    ink_ =
        ink_map(photograph, static_cast<std::size_t>(std::max(kLeastPaper, kUsualPaper * scale)));
  }

  std::optional<FoundZone> run() {
    std::array<std::vector<Blob>, kLevels.size()> blobs;
    for (std::size_t level = 0; level < kLevels.size(); ++level) {
      blobs[level] = find_blobs(ink_, {kLevels[level], kShortest, kLongest, kMostBlobs});
    }
    for (const auto& frames : kFrames) {
      for (const std::vector<Blob>& of_level : blobs) {
        for (const unsigned eighths : frames) {
          read_lines_of(Frame(eighths), of_level);
          if (done()) return std::move(best_);
        }
      }
    }
    if (best_ && !legible(best_->reading, thresholds_)) return std::nullopt;
    return std::move(best_);
  }

 private:
  bool done() const {
    return readings_ >= kMostReadingsInAll || evenly_legible_ >= kMostLegible ||
           (best_ && proven(best_->reading, thresholds_));
  }

  void read_lines_of(const Frame& frame, const std::vector<Blob>& blobs) {
    std::vector<PrintLine> lines = find_print_lines(frame.from_picture(blobs));
    std::erase_if(
        lines, [&](const PrintLine& line) { return promise_of(ink_, frame, line) < kPromising; });
    struct PromisingPlace {
      ZonePlace place;
      float promise;
    };
    std::vector<PromisingPlace> candidates;
    for (const ZonePlace& place : find_zone_places(frame, lines)) {
      for (const ZonePlace& way_up : {place, place.upside_down()}) {
        const float promise = promise_of(ink_, way_up);
        if (promise >= kPromising) candidates.push_back({way_up, promise});
      }
    }
    std::ranges::stable_sort(candidates, std::greater(), &PromisingPlace::promise);
    for (std::size_t i = 0; i < std::min(candidates.size(), kMostReadings) && !done(); ++i) {
      if (candidates[i].promise < kWeak && weak_readings_ == kMostWeakReadings) return;
      if (legible_as(candidates[i].place.layout()) == kMostLegible) continue;
      if (!read(candidates[i].place) && candidates[i].promise < kWeak) ++weak_readings_;
    }
  }

  // How often a zone was legible in a layout. The beginning of a longer line is legible too.
  std::size_t& legible_as(const MrzLayout& layout) {
    if (layout == kThreeLinesOf30) return legible_[0];
    return layout == kTwoLinesOf36 ? legible_[1] : legible_[2];
  }

  // Whether a zone is legible there.
  bool read(const ZonePlace& place) {
    ++readings_;
    MrzReading reading = read_zone(photograph_, place, thresholds_);
    const bool is_legible = legible(reading, thresholds_);
    if (is_legible) ++legible_as(place.layout());
    if (evenly_legible(reading, thresholds_)) ++evenly_legible_;
    if (!reading.lines.empty() && (!best_ || better(reading, best_->reading, thresholds_))) {
      best_.emplace(FoundZone{std::move(reading), place});
    }
    return is_legible;
  }

  const LumaImage& photograph_;
  const MrzThresholds& thresholds_;
  LumaImage ink_;
  std::optional<FoundZone> best_;
  std::size_t readings_ = 0;
  std::array<std::size_t, 3> legible_{};  // by layout
  std::size_t evenly_legible_ = 0;
  std::size_t weak_readings_ = 0;
};

}  // namespace

std::optional<FoundZone> find_zone(const LumaImage& photograph, const MrzThresholds& thresholds) {
  if (std::min(photograph.width, photograph.height) < 2) return std::nullopt;
  return Search(photograph, thresholds).run();
}

}  // namespace countersign
