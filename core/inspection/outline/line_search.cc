#include "core/inspection/outline/line_search.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace countersign {
namespace {

// A degree in radians.
constexpr double kDegree = std::numbers::pi / 180;
constexpr long kAngles = 91;    // one per degree, from -45 to 45
constexpr long kMiddle = 45;    // the index of 0 degrees
constexpr long kUncertain = 7;  // degrees by which the gradient of a small edge may be off
constexpr double kReach = 46;   // degrees: 45, and one for rounding

// Strong edges count more, but a shadow must not outvote a pale border. A vote is the gradient over
// the first, in units of the Sobel operator and at most 1, plus the second. These and the numbers
// below were chosen on the drawn set, not measured.
constexpr float kStrongEdge = 80;
constexpr float kLeastVote = 0.35F;

constexpr float kNeighbourShare = 0.6F;  // weight of votes one pixel beside a line
constexpr double kMinVotesShare = 0.10;  // least votes, as a share of the picture's shorter side
constexpr double kApartPx = 5;           // two lines nearer than this are one
constexpr double kOneEnd = 0.2;          // where that is asked, as shares of the picture's side
constexpr double kOtherEnd = 0.8;        // the same

// std::lround() without the call: it is asked fifteen times for each edge.
long nearest_to(double value) { return static_cast<long>(value < 0 ? value - 0.5 : value + 0.5); }

class Votes {
 public:
  Votes(const EdgeMap& edges, double turn)
      : turn_(turn),
        furthest_(static_cast<long>(std::ceil(std::hypot(edges.width, edges.height)))),
        offsets_(static_cast<std::size_t>(2 * furthest_ + 1)),
        votes_(static_cast<std::size_t>(kAngles) * offsets_) {
    for (long i = 0; i < kAngles; ++i) {
      cos_.push_back(std::cos(angle(i)));
      sin_.push_back(std::sin(angle(i)));
    }
    for (const EdgePixel& edge : edges.pixels) add(edge);
  }

  std::vector<PictureLine> peaks(double min_votes) const {
    std::vector<PictureLine> found;
    for (long i = 0; i < kAngles; ++i) {
      const float* row = votes_.data() + static_cast<std::size_t>(i) * offsets_;
      for (std::size_t j = 1; j + 1 < offsets_; ++j) {
        const double votes = row[j] + kNeighbourShare * (row[j - 1] + row[j + 1]);
        if (votes <= min_votes) continue;
        found.push_back({angle(i), static_cast<double>(static_cast<long>(j) - furthest_), votes});
      }
    }
    std::stable_sort(found.begin(), found.end(), [](const PictureLine& a, const PictureLine& b) {
      return a.votes > b.votes;
    });
    return found;
  }

 private:
  double angle(long i) const { return static_cast<double>(i - kMiddle) * kDegree + turn_; }

  void add(const EdgePixel& edge) {
    // A gradient and its opposite belong to the same line.
    const double off = std::remainder(edge.angle - turn_, std::numbers::pi);
    if (std::abs(off) > kReach * kDegree) return;
    const long nearest = std::lround(off / kDegree) + kMiddle;
    const float weight = std::min(edge.strength, kStrongEdge) / kStrongEdge + kLeastVote;
    const long last = std::min(kAngles - 1, nearest + kUncertain);
    const double* cosines = cos_.data();  // one per angle, so any i is in bounds
    const double* sines = sin_.data();
    for (long i = std::max(0L, nearest - kUncertain); i <= last; ++i) {
      const auto place = static_cast<std::size_t>(i);
      const long offset = nearest_to((edge.x + 0.5) * cosines[i] + (edge.y + 0.5) * sines[i]);
      votes_[place * offsets_ + static_cast<std::size_t>(offset + furthest_)] += weight;
    }
  }

  double turn_;
  long furthest_;
  std::size_t offsets_;
  std::vector<float> votes_;  // by angle, then by offset
  std::vector<double> cos_;
  std::vector<double> sin_;
};

bool coincide(const PictureLine& a,
              const PictureLine& b,
              const EdgeMap& edges,
              LineDirection direction) {
  const bool level = direction == LineDirection::Level;
  const auto side = static_cast<double>(level ? edges.width : edges.height);
  const auto apart = [&](double place) {
    return level ? std::abs(a.y_at(place) - b.y_at(place))
                 : std::abs(a.x_at(place) - b.x_at(place));
  };
  return apart(kOneEnd * side) < kApartPx && apart(kOtherEnd * side) < kApartPx;
}

}  // namespace

double PictureLine::x_at(double y) const {
  return (offset - y * std::sin(angle)) / std::cos(angle);
}
double PictureLine::y_at(double x) const {
  return (offset - x * std::cos(angle)) / std::sin(angle);
}

std::vector<PictureLine> strongest_lines(const EdgeMap& edges,
                                         LineDirection direction,
                                         std::size_t max_lines) {
  const double turn = direction == LineDirection::Level ? std::numbers::pi / 2 : 0;
  const auto shorter = static_cast<double>(std::min(edges.width, edges.height));
  std::vector<PictureLine> lines;
  for (const PictureLine& peak : Votes(edges, turn).peaks(kMinVotesShare * shorter)) {
    if (lines.size() >= max_lines) break;
    const bool known = std::any_of(lines.begin(), lines.end(), [&](const PictureLine& line) {
      return coincide(peak, line, edges, direction);
    });
    if (!known) lines.push_back(peak);
  }
  return lines;
}

}  // namespace countersign
