#include "core/inspection/render/picture_mark.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <vector>

namespace countersign {

// Rendered by core/inspection/mrz/ocr_b: the printable characters of ASCII.
inline constexpr std::size_t kMarkCharacters = 95;
inline constexpr std::size_t kMarkWidth = 20;
inline constexpr std::size_t kMarkHeight = 36;
extern const unsigned char kMarkGlyphs[kMarkCharacters][kMarkWidth * kMarkHeight];

namespace {

constexpr int kRim = 2;                   // pixels of a glyph around its ink
constexpr double kOpacity = 0.42;         // of the ink and of the rim
constexpr double kDocumentOpacity = 0.2;  // on a document: fine print shows through
// On what a person compares: an eye passes over the letters, and a stronger contrast shows them.
constexpr double kFaintOpacity = 0.09;
// In radians: aslant, unlike print. This and the other numbers of the mark were not measured.
constexpr double kSlant = 28 * std::numbers::pi / 180;
constexpr double kSideOfFullSize = 2000;  // of a picture whose letters are as large as the glyphs
constexpr double kLeastScale = 0.5;       // smaller letters cannot be read
constexpr double kMostScale = 1.2;        // larger glyphs are coarse
constexpr double kGapShare = 0.12;        // between two blocks of a row, of the block's width
constexpr double kRowPitch = 2;           // rows of blocks, in heights of a block
constexpr int kFine = 3;  // places of a glyph looked at for a pixel, in each direction

// How opaque the ink and the rim of each pixel are, of 255.
struct Block {
  std::size_t width = 0;
  std::size_t height = 0;
  std::vector<std::uint8_t> ink{};
  std::vector<std::uint8_t> rim{};
};

const unsigned char* glyph_of(char character) {
  const bool printable = character >= ' ' && character <= '~';
  return kMarkGlyphs[static_cast<std::size_t>((printable ? character : '?') - ' ')];
}

// The text at the size of the glyphs, with room for the rim.
Block written(std::span<const std::string> lines) {
  std::size_t longest = 0;
  for (const std::string& line : lines) longest = std::max(longest, line.size());
  Block block;
  block.width = longest * kMarkWidth + 2 * kRim;
  block.height = lines.size() * kMarkHeight + 2 * kRim;
  block.ink.resize(block.width * block.height);
  for (std::size_t line = 0; line < lines.size(); ++line) {
    for (std::size_t i = 0; i < lines[line].size(); ++i) {
      const unsigned char* const glyph = glyph_of(lines[line][i]);
      for (std::size_t y = 0; y < kMarkHeight; ++y) {
        const std::size_t row = kRim + line * kMarkHeight + y;
        std::copy_n(glyph + y * kMarkWidth,
                    kMarkWidth,
                    block.ink.begin() +
                        static_cast<std::ptrdiff_t>(row * block.width + kRim + i * kMarkWidth));
      }
    }
  }
  return block;
}

// The largest ink within kRim pixels along the row or the column.
std::vector<std::uint8_t> spread(const std::vector<std::uint8_t>& ink, std::size_t step) {
  std::vector<std::uint8_t> wide(ink);
  for (std::size_t shift = step; shift <= kRim * step; shift += step) {
    for (std::size_t i = shift; i < ink.size(); ++i) {
      wide[i] = std::max(wide[i], ink[i - shift]);
      wide[i - shift] = std::max(wide[i - shift], ink[i]);
    }
  }
  return wide;
}

void add_rim(Block& block) {
  block.rim = spread(spread(block.ink, 1), block.width);
  for (std::size_t i = 0; i < block.rim.size(); ++i) {
    block.rim[i] = static_cast<std::uint8_t>(block.rim[i] - block.ink[i]);
  }
}

std::vector<std::uint8_t> scaled_plane(const std::vector<std::uint8_t>& plane,
                                       const Block& from,
                                       const Block& to) {
  std::vector<std::uint8_t> out(to.width * to.height);
  const double step_x = static_cast<double>(from.width) / static_cast<double>(to.width);
  const double step_y = static_cast<double>(from.height) / static_cast<double>(to.height);
  for (std::size_t i = 0; i < out.size(); ++i) {
    const std::size_t x = i % to.width;
    const std::size_t y = i / to.width;
    unsigned sum = 0;
    for (int fine = 0; fine < kFine * kFine; ++fine) {
      const int fine_x = fine % kFine;
      const int fine_y = fine / kFine;
      const double dx = (fine_x + 0.5) / kFine;
      const double dy = (fine_y + 0.5) / kFine;
      const auto column = static_cast<std::size_t>((static_cast<double>(x) + dx) * step_x);
      const auto row = static_cast<std::size_t>((static_cast<double>(y) + dy) * step_y);
      sum += plane[std::min(row, from.height - 1) * from.width + std::min(column, from.width - 1)];
    }
    out[i] = static_cast<std::uint8_t>(sum / (kFine * kFine));
  }
  return out;
}

Block scaled_block(const Block& block, double scale) {
  Block out;
  const auto side = [&](std::size_t pixels) {
    return static_cast<std::size_t>(std::lround(static_cast<double>(pixels) * scale));
  };
  out.width = std::max<std::size_t>(1, side(block.width));
  out.height = std::max<std::size_t>(1, side(block.height));
  out.ink = scaled_plane(block.ink, block, out);
  out.rim = scaled_plane(block.rim, block, out);
  return out;
}

constexpr unsigned in_256ths(double opacity) { return static_cast<unsigned>(opacity * 256); }

void blend(std::uint8_t* pixel, std::uint8_t ink, std::uint8_t rim, unsigned opaque) {
  const unsigned light = ink * opaque / 255;
  const unsigned dark = rim * opaque / 255;
  for (int channel = 0; channel < 3; ++channel) {
    pixel[channel] =
        static_cast<std::uint8_t>((pixel[channel] * (256 - light - dark) + 255 * light) / 256);
  }
}

// Where a pixel lies among the blocks, which repeat in rows; every other row is shifted by half.
class Tiling {
 public:
  explicit Tiling(const Block& block)
      : pitch_x_(static_cast<double>(block.width) * (1 + kGapShare)),
        pitch_y_(static_cast<double>(block.height) * kRowPitch) {}

  // Returns the place in the block's picture, or beyond it between two blocks, of a pixel so far
  // along the text and down from line to line.
  std::array<std::size_t, 2> place(double along, double down) const {
    const double row = std::floor(down / pitch_y_);
    const double shifted = along + row * pitch_x_ / 2;
    return {static_cast<std::size_t>(shifted - std::floor(shifted / pitch_x_) * pitch_x_),
            static_cast<std::size_t>(down - row * pitch_y_)};
  }

 private:
  double pitch_x_;
  double pitch_y_;
};

// How opaque the mark is in what was seen, in 1/256; the mark's own opacity for other shapes.
unsigned opacity_in(const TraceShape& shape) {
  if (shape.name == "document") return in_256ths(kDocumentOpacity);
  const bool is_compared =
      shape.name == "portrait" || shape.name == "face" || shape.name == "machine-readable zone";
  return in_256ths(is_compared ? kFaintOpacity : kOpacity);
}

// Where the mark is lighter in one row of pixels.
class LighterRow {
 public:
  LighterRow(std::span<const TraceShape> seen, std::uint32_t y) {
    for (const TraceShape& shape : seen) add(shape, y + 0.5);
  }

  unsigned opacity_at(std::uint32_t x) const {
    unsigned least = in_256ths(kOpacity);
    for (const Span& span : spans_) {
      if (span.begin <= x && x < span.end) least = std::min(least, span.opaque);
    }
    return least;
  }

 private:
  struct Span {
    double begin = 0;
    double end = 0;
    unsigned opaque = 0;
  };

  // The row is within the shape between each two of its crossings with the edges.
  void add(const TraceShape& shape, double y) {
    std::vector<double> crossings;
    for (std::size_t i = 0; i < shape.corners.size(); ++i) {
      const TracePoint& from = shape.corners[i];
      const TracePoint& to = shape.corners[(i + 1) % shape.corners.size()];
      if ((from.y <= y) == (to.y <= y)) continue;
      const double share = (y - from.y) / (static_cast<double>(to.y) - from.y);
      crossings.push_back(from.x + share * (static_cast<double>(to.x) - from.x));
    }
    std::ranges::sort(crossings);
    for (std::size_t i = 0; i + 1 < crossings.size(); i += 2) {
      spans_.push_back({crossings[i], crossings[i + 1], opacity_in(shape)});
    }
  }

  std::vector<Span> spans_;
};

}  // namespace

void lay_mark(RgbImage& picture,
              std::span<const std::string> lines,
              std::span<const TraceShape> seen) {
  Block glyphs = written(lines);
  if (lines.empty() || glyphs.width <= 2 * kRim) return;
  add_rim(glyphs);
  const double side = std::max(picture.width, picture.height);
  const Block block =
      scaled_block(glyphs, std::clamp(side / kSideOfFullSize, kLeastScale, kMostScale));
  const Tiling tiling(block);
  const double cosine = std::cos(kSlant);
  const double sine = std::sin(kSlant);
  for (std::uint32_t y = 0; y < picture.height; ++y) {
    std::uint8_t* pixel = picture.row(y);
    const LighterRow lighter(seen, y);
    // The text rises to the right.
    double along = -static_cast<double>(y) * sine;
    double down = static_cast<double>(y) * cosine;
    for (std::uint32_t x = 0; x < picture.width; ++x, pixel += 3, along += cosine, down += sine) {
      const auto [column, row] = tiling.place(along, down);
      if (column >= block.width || row >= block.height) continue;
      const std::size_t at = row * block.width + column;
      if ((block.ink[at] | block.rim[at]) == 0) continue;
      blend(pixel, block.ink[at], block.rim[at], lighter.opacity_at(x));
    }
  }
}

}  // namespace countersign
