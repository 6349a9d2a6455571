// The C interface of guide.wasm. One picture and one text cross it; a call that looks at the
// picture uses it up, and the next one needs a new picture. Nothing here is safe for a second
// thread: an instance belongs to one Worker. A broken requirement traps, and the instance is then
// of no use.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/check.h"
#include "core/inspection/decode/decode.h"
#include "core/inspection/guide/document_issues.h"
#include "core/inspection/guide/document_view.h"
#include "core/inspection/guide/face_view.h"
#include "core/inspection/image/rgb_image.h"
#include "core/inspection/review/located_document.h"
#include "core/inspection/thresholds/threshold_table.h"

namespace countersign {

void check_failed(const char*, const char*, unsigned) { __builtin_trap(); }

namespace {

constexpr std::size_t kRgba = 4;                // bytes of a pixel, as a browser gives it
constexpr std::size_t kRgb = 3;                 // bytes of a pixel, as it is inspected
constexpr std::uint32_t kMaxSide = 16'384;      // pixels: InspectionLimits::max_side
constexpr std::uint32_t kMaxFileSide = 65'535;  // pixels: the largest side of a JPEG
constexpr double kMicroseconds = 1000;          // of a millisecond

RgbImage g_picture;
std::string g_text;
std::vector<double> g_numbers;
Thresholds g_thresholds;

// The picture without its fourth channel, taken from the buffer. The buffer's memory stays with it,
// so that frames of one size need no allocation.
class TakenPicture {
 public:
  TakenPicture() {
    const std::size_t pixels = std::size_t{g_picture.width} * g_picture.height;
    check(pixels > 0 && g_picture.bytes.size() == pixels * kRgba,
          "a picture is written before it is looked at");
    std::uint8_t* bytes = g_picture.bytes.data();
    for (std::size_t i = 1; i < pixels; ++i) {
      bytes[kRgb * i] = bytes[kRgba * i];
      bytes[kRgb * i + 1] = bytes[kRgba * i + 1];
      bytes[kRgb * i + 2] = bytes[kRgba * i + 2];
    }
    g_picture.bytes.resize(pixels * kRgb);
  }
  const RgbImage& pixels() const { return g_picture; }
};

// The text is "SIDE TYPE", as the API spells them; an unknown type is left out.
DocumentClaim claim_of(double now_ms) {
  const std::string_view text = g_text;
  const std::size_t space = std::min(text.find(' '), text.size());
  const auto side = parse_name<Side>(text.substr(0, space));
  check(side.has_value(), "the side of a document is named");
  DocumentClaim claim;
  claim.side = *side;
  claim.type = parse_name<DocumentType>(text.substr(std::min(space + 1, text.size())));
  claim.now = UtcTime(static_cast<std::int64_t>(now_ms * kMicroseconds));
  return claim;
}

// Levels are kept in thousandths, and a level is the number that its thousandths are.
double level_of(double number) {
  return static_cast<double>(std::llround(number * kThousandths)) / kThousandths;
}

void set_levels(double& level, double error, double) { level = error; }
void set_levels(Bounds& bounds, double error, double warning) {
  bounds = {error, std::isnan(warning) ? error : warning};
}
void set_levels(bool& on, double error, double) { on = error != 0; }
void set_levels(std::optional<Bounds>& bounds, double error, double warning) {
  bounds.emplace();
  set_levels(*bounds, error, warning);
}

}  // namespace
}  // namespace countersign

using namespace countersign;

#define GUIDE_EXPORT(name) extern "C" __attribute__((export_name(#name)))

// By how much the width and the height of a picture are to be divided, rounded up: of a JPEG the
// server decodes no more.
GUIDE_EXPORT(picture_divisor)
std::uint32_t picture_divisor(std::uint32_t width, std::uint32_t height) {
  return DecodeScale{.enough_pixels = kPhotographPixels}.divisor_for(std::uint64_t{width} * height);
}

// Makes room for a picture of four bytes a pixel, rows from the top: red, green, blue and an
// ignored one. The address is good until the next call.
GUIDE_EXPORT(allocate_picture)
std::uint8_t* allocate_picture(std::uint32_t width, std::uint32_t height) {
  check(width > 0 && height > 0 && width <= kMaxSide && height <= kMaxSide,
        "a picture has sides of 1 to 16384 pixels");
  g_picture.width = width;
  g_picture.height = height;
  g_picture.bytes.resize(std::size_t{width} * height * kRgba);
  return g_picture.bytes.data();
}

GUIDE_EXPORT(free_picture) void free_picture() { g_picture = RgbImage(); }

// Makes room for a text of so many bytes (UTF-8); text() is also where a call leaves its answer.
GUIDE_EXPORT(allocate_text) char* allocate_text(std::size_t size) {
  g_text.resize(size);
  return g_text.data();
}
GUIDE_EXPORT(text) const char* text() { return g_text.data(); }
GUIDE_EXPORT(text_size) std::size_t text_size() { return g_text.size(); }
GUIDE_EXPORT(numbers) const double* numbers() { return g_numbers.data(); }

// Sets the threshold that the text names, a switch to 0 or 1. `warning` is NaN where that level is
// absent. Returns whether there is such a threshold and the levels are sound; if not, nothing
// changes.
GUIDE_EXPORT(set_threshold) bool set_threshold(double error, double warning) {
  bool set = false;
  for_each_threshold(g_thresholds, [&](const ThresholdInfo& info, auto& value) {
    if (info.name != g_text) return;
    auto wanted = value;
    set_levels(wanted, level_of(error), std::isnan(warning) ? warning : level_of(warning));
    set = is_sound(info, wanted);
    if (set) value = wanted;
  });
  return set;
}

// One frame of the preview, of a document of the side and type in the text. The picture is of
// `file_width` by `file_height` pixels, of which the buffer may have fewer. Leaves the hint, or
// nothing, in the text, and the eight coordinates of the corners in the numbers. Returns 0 if no
// document is seen, 1 if one is, 3 if nothing would be refused.
GUIDE_EXPORT(find) std::uint32_t find(std::uint32_t file_width, std::uint32_t file_height) {
  check(file_width <= kMaxFileSide && file_height <= kMaxFileSide, "a file has a size");
  const DocumentClaim claim = claim_of(0);
  const TakenPicture taken;
  const GuideView view =
      view_document({file_width, file_height, taken.pixels()}, claim, g_thresholds);
  g_text = view.hint ? name_of(*view.hint) : std::string_view();
  g_numbers.clear();
  if (!view.corners) return 0;
  for (const PicturePoint& corner : *view.corners) {
    g_numbers.push_back(corner.x);
    g_numbers.push_back(corner.y);
  }
  return view.good ? 3 : 1;
}

// The review of a picture that would be uploaded at the time `now_ms` (milliseconds since 1970).
// Leaves a line for each issue in the text: "E CODE" or "W CODE". Returns their number.
GUIDE_EXPORT(review)
std::uint32_t review(std::uint32_t file_width, std::uint32_t file_height, double now_ms) {
  check(file_width <= kMaxFileSide && file_height <= kMaxFileSide, "a file has a size");
  const DocumentClaim claim = claim_of(now_ms);
  const TakenPicture taken;
  const std::vector<Issue> issues =
      issues_to_tell({file_width, file_height, taken.pixels()}, claim, g_thresholds);
  g_text.clear();
  for (const Issue& issue : issues) {
    g_text += issue.severity == Severity::Error ? "E " : "W ";
    g_text += issue.code;
    g_text += '\n';
  }
  return static_cast<std::uint32_t>(issues.size());
}

// The faces of a frame: six numbers each, those of GuideFace. Returns how many there are.
GUIDE_EXPORT(face) std::uint32_t face() {
  const TakenPicture taken;
  const std::vector<GuideFace> faces = view_faces(taken.pixels(), g_thresholds);
  g_numbers.clear();
  for (const GuideFace& each : faces) {
    g_numbers.insert(g_numbers.end(),
                     {each.x, each.y, each.width, each.height, each.turn, each.tilt_degrees});
  }
  return static_cast<std::uint32_t>(faces.size());
}
