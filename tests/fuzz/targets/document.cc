// A photograph of something that is declared as a document. The first byte of the input is the
// declaration. Each line of text has five bytes before it: which way up it is printed, its place,
// the width of its characters and how dark they are. The bytes after a zero are written over
// pixels.
#include <algorithm>
#include <array>
#include <cmath>

#include "core/check.h"
#include "core/inspection/decode/orientation.h"
#include "core/inspection/mrz/mrz.h"
#include "core/inspection/review/document_review.h"
#include "tests/drawing/canvas.h"
#include "tests/drawing/ocr_b_text.h"
#include "tests/fuzz/target.h"

namespace countersign::fuzz::document_target {

constexpr UtcTime kNow{1'795'219'200'000'000};  // 2026-11-21
constexpr std::uint32_t kSide = 320;
constexpr std::size_t kMostLines = 24;

// Writes over the picture, so that a line stands on what was there before.
void print_line(RgbImage& picture, std::string_view line) {
  const auto byte = [&](std::size_t i) {
    return i < line.size() ? static_cast<std::uint8_t>(line[i]) : std::uint8_t{0};
  };
  constexpr std::array<Orientation, 4> kWays = {Orientation::Upright,
                                                Orientation::QuarterTurnRight,
                                                Orientation::HalfTurn,
                                                Orientation::QuarterTurnLeft};
  picture = upright(std::move(picture), kWays[byte(0) % kWays.size()]);
  drawing::Canvas canvas(kSide, kSide);
  canvas.paint([](double, double) { return drawing::Colour{255, 255, 255}; });
  const double dark = byte(4);
  drawing::draw_ocr_b(canvas,
                      {byte(1) * kSide / 256.0, byte(2) * kSide / 256.0},
                      4 + byte(3) % 32,
                      line.substr(std::min<std::size_t>(line.size(), 5)),
                      {dark, dark, dark});
  const RgbImage drawn = std::move(canvas).take();
  std::ranges::transform(
      picture.bytes, drawn.bytes, picture.bytes.begin(), [](std::uint8_t a, std::uint8_t b) {
        return std::min(a, b);
      });
}

RgbImage picture_of(std::string_view input) {
  std::string_view text = take_until(input, '\0');
  RgbImage picture(kSide, kSide);
  std::ranges::fill(picture.bytes, std::uint8_t{215});
  for (std::size_t i = 0; i < kMostLines && !text.empty(); ++i) {
    print_line(picture, take_until(text, '\n'));
  }
  const std::size_t count = std::min(input.size(), picture.bytes.size());
  std::copy_n(input.begin(), count, picture.bytes.end() - static_cast<std::ptrdiff_t>(count));
  return picture;
}

void check_zone(const MrzReading& zone) {
  check(zone.confidence >= -1 && zone.confidence <= 1.001,
        "the confidence of a reading is a mean of likenesses");
  for (const std::string& line : zone.lines) {
    check(line.size() == zone.lines.front().size(), "the lines of a zone have the same length");
  }
  if (proven(zone, {})) {
    const auto mrz = parse_mrz(zone.lines);
    check(mrz.has_value() && mrz->wrong.empty(), "a proven zone has right check digits");
    check(zone.place.has_value(), "a zone that was read has a place");
  }
}

void run(std::string_view input) {
  const auto declared = take_number<std::uint8_t>(input);
  constexpr std::array<DocumentType, 3> kTypes = {
      DocumentType::Passport, DocumentType::IdCard, DocumentType::DrivingLicense};
  const DocumentClaim claim{
      declared % 2 == 0 ? Side::Front : Side::Back, kTypes[declared / 2 % kTypes.size()], kNow};
  Trace trace;
  DocumentContents contents;
  const auto judgements = review_document(picture_of(input), claim, {}, &trace, &contents);
  check(!judgements.empty(), "a picture is judged");
  for (const Judgement& judgement : judgements) {
    check(!judgement.check.empty(), "a judgement names its check");
    check(!judgement.value || std::isfinite(*judgement.value), "a measure is a number");
    check(!refused(judgement) || !judgement.code.empty(), "a refusal has its code");
  }
  for (const TraceShape& shape : trace) {
    check(shape.corners.size() >= 2, "a shape that was seen has corners");
  }
  check_zone(contents.reading());
}

constexpr TargetLimits kLimits{.allocation_mb = 64, .memory_mb = 1600, .seconds = 25};
const Target kTarget("document", run, kLimits);

}  // namespace countersign::fuzz::document_target
