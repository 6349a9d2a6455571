#include "core/inspection/barcode/pdf417/bar_edges.h"

#include <algorithm>

namespace countersign::pdf417 {
namespace {

// A change of less than this in luma, or than this part of all luma in the row, is noise. Chosen on
// drawn cards, not measured.
constexpr int kNoise = 10;
constexpr int kNoisePart = 8;
constexpr int kRows = 3;  // of which the sum is taken

// The sum of a row and its neighbours.
class Profile {
 public:
  Profile(const LumaImage& picture, std::size_t y)
      : above_(picture.row(y == 0 ? y : y - 1)),
        row_(picture.row(y)),
        below_(picture.row(std::min(y + 1, picture.height - 1))),
        width_(picture.width) {}

  std::size_t width() const { return width_; }
  int at(std::size_t x) const { return above_[x] + row_[x] + below_[x]; }

  // The least change that is no noise.
  int least_change() const {
    int darkest = at(0);
    int lightest = darkest;
    for (std::size_t x = 1; x < width_; ++x) {
      darkest = std::min(darkest, at(x));
      lightest = std::max(lightest, at(x));
    }
    return std::max(kRows * kNoise, (lightest - darkest) / kNoisePart);
  }

  // Where the luma passes the middle between two places, of which the second is on the other side.
  double edge_between(std::size_t from, std::size_t to) const {
    const int middle = at(from) + at(to);  // twice
    const bool falls = at(from) > at(to);
    std::size_t x = from;
    while (x + 1 < to && (falls ? 2 * at(x + 1) > middle : 2 * at(x + 1) < middle)) ++x;
    const double before = 2 * at(x) - middle;
    const double change = 2 * (at(x) - at(x + 1));
    return static_cast<double>(x) + 0.5 + before / change;
  }

 private:
  const std::uint8_t* above_;
  const std::uint8_t* row_;
  const std::uint8_t* below_;
  std::size_t width_;
};

}  // namespace

void find_edges(const LumaImage& picture, std::size_t y, Edges& edges) {
  edges.clear();
  const Profile profile(picture, y);
  const int least = profile.least_change();
  // The lightest place since the last bar, and the darkest one of the bar that has begun.
  std::size_t light = 0;
  std::size_t dark = 0;
  bool in_bar = false;
  bool after_bar = false;
  for (std::size_t x = 0; x < profile.width(); ++x) {
    const int luma = profile.at(x);
    if (in_bar) {
      if (luma <= profile.at(dark)) dark = x;
      if (luma - profile.at(dark) < least) continue;
      edges.push_back(profile.edge_between(light, dark));
      light = x;
      in_bar = false;
      after_bar = true;
    } else {
      if (luma >= profile.at(light)) light = x;
      if (profile.at(light) - luma < least) continue;
      if (after_bar) edges.push_back(profile.edge_between(dark, light));
      dark = x;
      in_bar = true;
    }
  }
  if (in_bar) edges.push_back(profile.edge_between(light, dark));
  if (!in_bar && after_bar) edges.push_back(profile.edge_between(dark, light));
}

}  // namespace countersign::pdf417
