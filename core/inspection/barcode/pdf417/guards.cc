#include "core/inspection/barcode/pdf417/guards.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "core/inspection/barcode/pdf417/bar_edges.h"
#include "core/inspection/barcode/pdf417/patterns.h"

namespace countersign::pdf417 {
namespace {

// The elements of the start and of the stop pattern, in modules (ISO/IEC 15438, 5.3.3).
constexpr std::array<unsigned, 8> kStart = {8, 1, 1, 1, 1, 1, 1, 3};
constexpr std::array<unsigned, 9> kStop = {7, 1, 1, 3, 1, 1, 1, 2, 1};

constexpr std::size_t kSeekStep = 4;     // rows of pixels from each searched row to the next
constexpr std::size_t kMostSeen = 4096;  // patterns of one kind: bounds the work
// Rows in which a pattern is seen. Chosen on drawn cards, not measured.
constexpr std::size_t kFewestSeen = 4;
// The narrowest bars of a card, 0.17 mm, in a third of 16 px/mm (reader.cc).
constexpr double kLeastModulePx = 0.9;
// By how much an element may be wider or narrower than it should.
struct Latitude {
  double modules = 0;
  double px = 0;
};
// Less than libzxing's. Chosen on drawn cards, not measured.
constexpr Latitude kSure = {0.7, 0};
// libzxing allows 0.8 modules, and counts whole pixels.
constexpr Latitude kPossible = {0.8, 1};
constexpr std::size_t kFewestPossible = 3;  // rows: fewer than for a sure one
constexpr double kLikeModule = 0.25;        // how much the modules of the two patterns may differ
constexpr unsigned kFewestBetween = 3 * kModules;  // two row indicators and a column
// A point of a line may be off by so many pixels, and a line may lean so far.
constexpr LineLimits kLine = {3, 2 * kSeekStep, -0.12, 0.12};

struct SeenGuard {
  Point place;  // of the pattern's side at the symbol's inside: y, x
  double module = 0;
};
struct SeenGuards {
  std::vector<SeenGuard> starts;
  std::vector<SeenGuard> stops;
};

// The width of a module, if the edges are those of the pattern; else 0.
template <std::size_t N>
double module_of(std::span<const double> edges,
                 const std::array<unsigned, N>& pattern,
                 const Latitude& latitude) {
  unsigned modules = 0;
  for (const unsigned width : pattern) modules += width;
  const double module = (edges[N] - edges[0]) / modules;
  if (module < kLeastModulePx) return 0;
  for (std::size_t i = 0; i < N; ++i) {
    const double off = edges[i + 1] - edges[i] - pattern[i] * module;
    if (std::abs(off) > latitude.modules * module + latitude.px) return 0;
  }
  return module;
}

void look_for_guards(const Edges& edges, double y, const Latitude& latitude, SeenGuards& seen) {
  const std::span<const double> all = edges;
  for (std::size_t i = 0; i + kStart.size() < all.size(); i += 2) {
    const auto here = all.subspan(i);
    if (seen.starts.size() < kMostSeen) {
      const double module = module_of(here, kStart, latitude);
      if (module > 0) seen.starts.push_back({{y, here[kStart.size()]}, module});
    }
    if (here.size() > kStop.size() && seen.stops.size() < kMostSeen) {
      const double module = module_of(here, kStop, latitude);
      if (module > 0) seen.stops.push_back({{y, here[0]}, module});
    }
  }
}

SeenGuards guards_seen(const LumaImage& picture, const Latitude& latitude) {
  SeenGuards seen;
  Edges edges;
  for (std::size_t y = kSeekStep / 2; y < picture.height; y += kSeekStep) {
    find_edges(picture, y, edges);
    look_for_guards(edges, static_cast<double>(y), latitude, seen);
  }
  return seen;
}

std::optional<StraightLine> line_of(const std::vector<SeenGuard>& guards, std::size_t fewest) {
  std::vector<Point> places;
  places.reserve(guards.size());
  for (const SeenGuard& guard : guards) places.push_back(guard.place);
  return line_of_most(places, kLine, fewest);
}

void keep_those_on(const StraightLine& line, std::vector<SeenGuard>& guards) {
  std::erase_if(guards,
                [&](const SeenGuard& guard) { return !is_on(line, guard.place, kLine.off); });
}

double mean_module(const std::vector<SeenGuard>& guards) {
  double sum = 0;
  for (const SeenGuard& guard : guards) sum += guard.module;
  return sum / static_cast<double>(guards.size());
}

}  // namespace

std::optional<Guards> find_guards(const LumaImage& picture) {
  SeenGuards seen = guards_seen(picture, kSure);
  const auto left = line_of(seen.starts, kFewestSeen);
  if (!left) return std::nullopt;
  keep_those_on(*left, seen.starts);
  const double module = mean_module(seen.starts);
  std::erase_if(seen.stops, [&](const SeenGuard& stop) {
    const double between = stop.place.across - left->at(stop.place.along);
    return between < kFewestBetween * module ||
           std::abs(stop.module - module) > kLikeModule * module;
  });
  const auto right = line_of(seen.stops, kFewestSeen);
  if (!right) return std::nullopt;
  keep_those_on(*right, seen.stops);
  Guards guards = {*left, *right, 0, 0, module};
  guards.top = std::min(seen.starts.front().place.along, seen.stops.front().place.along);
  guards.bottom = std::max(seen.starts.back().place.along, seen.stops.back().place.along);
  return guards;
}

bool may_show_start(const LumaImage& picture) {
  return line_of(guards_seen(picture, kPossible).starts, kFewestPossible).has_value();
}

}  // namespace countersign::pdf417
