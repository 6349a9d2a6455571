#include "core/inspection/guide/unseen_document.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <vector>

#include "core/inspection/outline/edge_count.h"
#include "core/inspection/outline/edge_map.h"
#include "core/inspection/outline/line_search.h"
#include "core/inspection/outline/outline.h"
#include "core/inspection/outline/seen_line.h"
#include "core/inspection/zone/found_document.h"

namespace countersign {
namespace {

// Pixels of the shorter side, lines in each direction, and the share of the picture by which a side
// may lie outside: as in outline.cc.
constexpr std::size_t kMinSide = 60;
constexpr std::size_t kLines = 14;
constexpr double kBeyond = 0.06;

// The other numbers were chosen on the frames of the test guide_hints (docs/inspection.md).

// The share of a side that is seen of a document that goes on beyond the picture.
constexpr double kSeen = 0.85;
// How far apart its sides are, in lengths of the picture between them: from a card that is a little
// too wide to a page across the picture.
constexpr double kLeastApart = 0.55;
constexpr double kMostApart = 1.9;
constexpr double kMostAslant = 0.15;  // radians between the two
// The same of a line across such sides, which shows that they are the joints of a floor.
constexpr double kJointSeen = 0.65;
// The share of edges in what is printed, as in outline.cc.
constexpr double kPrinted = 0.08;
// The box around what may be a document, in lengths of its sides: where it begins and where it
// ends.
constexpr double kBeside = 1.2;
constexpr double kAround = 1.8;
constexpr double kInner = 0.15;  // of the way from one side to the other: where it begins

// The middle of a picture, of half its width and height.
RgbImage middle_of(const RgbImage& image) {
  RgbImage middle(image.width / 2, image.height / 2);
  for (std::uint32_t y = 0; y < middle.height; ++y) {
    const std::uint8_t* from = image.row(y + image.height / 4) + 3UL * (image.width / 4);
    std::copy_n(from, 3UL * middle.width, middle.row(y));
  }
  return middle;
}

// A side across the picture: where it begins and where it ends.
struct Across {
  double angle;
  double from;
  double to;
};

// The lines of which so much is seen from one side of the picture to the other, in their order.
std::vector<Across> lines_across(const EdgeMap& edges, LineDirection direction, double seen) {
  const bool level = direction == LineDirection::Level;
  const auto length = static_cast<double>(level ? edges.width : edges.height);
  const auto extent = static_cast<double>(level ? edges.height : edges.width);
  std::vector<Across> across;
  for (const PictureLine& line : strongest_lines(edges, direction, kLines)) {
    const double from = level ? line.y_at(0) : line.x_at(0);
    const double to = level ? line.y_at(length) : line.x_at(length);
    if (std::min(from, to) < 0 || std::max(from, to) > extent) continue;
    const PicturePoint first = level ? PicturePoint{0, from} : PicturePoint{from, 0};
    const PicturePoint last = level ? PicturePoint{length, to} : PicturePoint{to, length};
    if (SeenLine(line, edges, kBeyond).seen_share(first, last) < seen) continue;
    across.push_back({line.angle, from, to});
  }
  std::ranges::sort(across, {}, &Across::from);
  return across;
}

// The share of the pixels between two such lines that are edges, but for those beside the lines.
double edges_between(const EdgeMap& edges,
                     LineDirection direction,
                     const Across& first,
                     const Across& second) {
  const bool level = direction == LineDirection::Level;
  const auto length = static_cast<double>(level ? edges.width : edges.height);
  std::size_t count = 0;
  for (const EdgePixel& pixel : edges.pixels) {
    const double along = (level ? pixel.x : pixel.y) / length;
    const double place = level ? pixel.y : pixel.x;
    const double begin = first.from + along * (first.to - first.from);
    const double end = second.from + along * (second.to - second.from);
    const double inner = kInner * (end - begin);
    count += place > begin + inner && place < end - inner ? 1 : 0;
  }
  const double apart = (second.from + second.to - first.from - first.to) / 2;
  return static_cast<double>(count) / (length * apart * (1 - 2 * kInner));
}

bool reaches_across(const EdgeMap& edges, LineDirection direction) {
  const std::vector<Across> lines = lines_across(edges, direction, kSeen);
  const auto length =
      static_cast<double>(direction == LineDirection::Level ? edges.width : edges.height);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    for (std::size_t j = i + 1; j < lines.size(); ++j) {
      const double apart = (lines[j].from + lines[j].to - lines[i].from - lines[i].to) / 2;
      if (apart < kLeastApart * length || apart > kMostApart * length) continue;
      if (std::abs(std::remainder(lines[i].angle - lines[j].angle, std::numbers::pi)) > kMostAslant)
        continue;
      if (edges_between(edges, direction, lines[i], lines[j]) >= kPrinted) return true;
    }
  }
  return false;
}

// The edges of a picture at the size at which it is searched.
class SmallPicture {
 public:
  explicit SmallPicture(const Picture& picture)
      : SmallPicture(
            picture,
            find_edges_of(sampled_planes(picture.pixels, search_pixels_of(picture.pixels)))) {}

  // The share of the pixels that are edges in a box of this share of the sides.
  double share_in(const Quadrilateral& corners, double share) const {
    return counted(corners, share).share();
  }
  // The same around the corners.
  double share_around(const Quadrilateral& corners) const {
    const EdgeCount::Count inside = counted(corners, kBeside);
    const EdgeCount::Count all = counted(corners, kAround);
    return EdgeCount::Count{all.edges - inside.edges, all.pixels - inside.pixels}.share();
  }

 private:
  SmallPicture(const Picture& picture, const EdgeMap& edges)
      : count_(edges),
        across_(static_cast<double>(edges.width) / picture.width),
        down_(static_cast<double>(edges.height) / picture.height) {}

  EdgeCount::Count counted(const Quadrilateral& corners, double share) const {
    return count_.in(box_of(scaled(corners, across_, down_), share));
  }

  EdgeCount count_;
  double across_;  // pixels of the small picture in one of the picture
  double down_;
};

}  // namespace

bool has_small_document(const Picture& picture, const DocumentThresholds& thresholds) {
  const RgbImage middle = middle_of(picture.pixels);
  const Picture part(picture.width / 2, picture.height / 2, middle);
  const std::optional<FoundDocument> found = find_documents(part, std::nullopt, thresholds).best;
  if (!found || found->outline.cut || found->outline.clearness < thresholds.far_outline ||
      found->least_seen < thresholds.side_seen.error ||
      found->margin_share < thresholds.margin.error) {
    return false;
  }
  // Print around it makes it a part of a document that is nearer.
  const SmallPicture small(part);
  return small.share_in(found->outline.corners, 1 - 2 * kInner) >= kPrinted &&
         small.share_around(found->outline.corners) < kPrinted;
}

bool is_printed(const Picture& picture, const Quadrilateral& corners) {
  return SmallPicture(picture).share_in(corners, 1 - 2 * kInner) >= kPrinted;
}

bool reaches_across(const Picture& picture) {
  const ColourPlanes planes = sampled_planes(picture.pixels, search_pixels_of(picture.pixels));
  if (std::min(planes[0].width, planes[0].height) < kMinSide) return false;
  const EdgeMap edges = find_edges_of(planes);
  if (reaches_across(edges, LineDirection::Level)) {
    return lines_across(edges, LineDirection::Upright, kJointSeen).empty();
  }
  return reaches_across(edges, LineDirection::Upright) &&
         lines_across(edges, LineDirection::Level, kJointSeen).empty();
}

}  // namespace countersign
