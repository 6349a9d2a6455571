#include "core/inspection/barcode/pdf417/codewords.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>

#include "core/inspection/barcode/pdf417/bar_edges.h"
#include "core/inspection/barcode/pdf417/patterns.h"

namespace countersign::pdf417 {
namespace {

constexpr std::size_t kRowStep = 2;  // pixels: a row is three modules high or more, some 8 pixels
// The limits of a symbol in ISO/IEC 15438: columns of data, rows, codewords, and the level of its
// error correction.
constexpr unsigned kMostColumns = 30;
constexpr unsigned kFewestRows = 3;
constexpr unsigned kMostRows = 90;
constexpr std::size_t kMostCodewords = 928;
constexpr unsigned kMostLevel = 8;
// The values of a row indicator count to this for three rows (ISO/IEC 15438, 5.11.3).
constexpr unsigned kIndicator = 30;
constexpr double kOffModules = 0.8;  // by which the border of a codeword may be off
constexpr double kOffWidth = 0.1;    // by which its width may be, as a share
// Sightings of row indicators in a column, for a line of rows. This, and the shares above, were
// chosen on drawn cards, not measured.
constexpr std::size_t kFewestIndicators = 6;
// By how many rows a row indicator may be off the line of all, and any other codeword. A row has 2
// to 400 pixels.
constexpr LineLimits kRowLine = {0.75, 4, 1.0 / 400, 1.0 / 2};
constexpr double kOffRows = 1;
constexpr unsigned kValueBits = 10;  // 929 values

// A codeword that was read in a row of the picture. The columns are those of the symbol, of which
// the first and the last are row indicators.
struct Sighting {
  double y = 0;
  unsigned column = 0;
  Codeword codeword;

  unsigned indicated_row() const {
    return codeword.value / kIndicator * kClusters + codeword.cluster;
  }
};

// The codeword whose elements the edges bound, by the distances between edges of one kind: ink that
// spreads, or a light that makes bars narrower, does not change these (ISO/IEC 15438, 5.12).
std::optional<Codeword> codeword_at(std::span<const double> edges) {
  constexpr std::size_t kPairs = kElements - 1;  // of an element and the next
  const double module = (edges[kElements] - edges[0]) / kModules;
  // If the first element has `first` modules, an even one has first + rest[i], and an odd one has
  // rest[i] - first.
  std::array<int, kElements> rest{};
  double first = edges[1] - edges[0];
  for (std::size_t i = 0; i < kPairs; ++i) {
    const auto pair = static_cast<int>(std::lround((edges[i + 2] - edges[i]) / module));
    rest[i + 1] = pair - rest[i];
    const double width = edges[i + 2] - edges[i + 1];
    first += i % 2 == 0 ? rest[i + 1] * module - width : width - rest[i + 1] * module;
  }
  const auto modules = static_cast<int>(std::lround(first / module / kElements));
  Elements widths{};
  for (std::size_t i = 0; i < kElements; ++i) {
    const int width = i % 2 == 0 ? rest[i] + modules : rest[i] - modules;
    if (width < 1) return std::nullopt;
    widths[i] = static_cast<unsigned>(width);
  }
  return codeword_of(widths);
}

// The place of the edge from light to dark that is the nearest to x. REQUIRES: there is one.
std::size_t nearest_bar(const Edges& edges, double x) {
  auto at = static_cast<std::size_t>(std::ranges::lower_bound(edges, x) - edges.begin());
  at = std::min(at + at % 2, (edges.size() - 1) / 2 * 2);
  if (at >= 2 && x - edges[at - 2] < edges[at] - x) at -= 2;
  return at;
}

// Reads a row of the picture from its left guard on.
void read_row(const Edges& edges,
              double y,
              double left,
              double width,
              unsigned columns,
              std::vector<Sighting>& seen) {
  if (edges.empty() || width < kModules) return;
  double x = left;
  for (unsigned column = 0; column < columns; ++column) {
    const std::size_t at = nearest_bar(edges, x);
    const bool there = std::abs(edges[at] - x) <= kOffModules * width / kModules;
    if (there) x = edges[at];
    if (there && at + kElements < edges.size()) {
      const double measured = edges[at + kElements] - x;
      if (std::abs(measured - width) <= kOffWidth * width) {
        const auto codeword = codeword_at(std::span(edges).subspan(at));
        if (codeword) {
          seen.push_back({y, column, *codeword});
          width = (width + measured) / 2;
          x += measured;
          continue;
        }
      }
    }
    x += width;
  }
}

std::vector<Sighting> sightings(const LumaImage& picture, const Guards& guards, unsigned columns) {
  std::vector<Sighting> seen;
  Edges edges;
  const auto bottom = static_cast<std::size_t>(guards.bottom);
  for (auto row = static_cast<std::size_t>(guards.top); row <= bottom; row += kRowStep) {
    find_edges(picture, row, edges);
    const auto y = static_cast<double>(row);
    const double left = guards.left.at(y);
    read_row(edges, y, left, (guards.right.at(y) - left) / columns, columns, seen);
  }
  return seen;
}

// The row of the symbol at each place of the picture, by the row indicators of one column.
std::optional<StraightLine> rows_by(const std::vector<Sighting>& seen, unsigned column) {
  std::vector<Point> rows;
  for (const Sighting& each : seen) {
    if (each.column == column) {
      rows.push_back({each.y, static_cast<double>(each.indicated_row())});
    }
  }
  return line_of_most(rows, kRowLine, kFewestIndicators);
}

// The rows of the symbol along both of its sides.
struct RowLines {
  StraightLine left;
  StraightLine right;
  unsigned last_column = 0;

  double at(double y, unsigned column) const {
    const double share = static_cast<double>(column) / last_column;
    return (1 - share) * left.at(y) + share * right.at(y);
  }
};

// The facts that the row indicators state of a symbol, each in one of three ways.
class Indications {
 public:
  Indications(const std::vector<Sighting>& seen, const RowLines& rows) {
    for (const Sighting& each : seen) {
      const bool left = each.column == 0;
      if (!left && each.column != rows.last_column) continue;
      const double off = each.indicated_row() - rows.at(each.y, each.column);
      if (std::abs(off) > kOffRows) continue;
      // The right ones say in a row what the left ones say in the row before.
      const unsigned kind = (each.codeword.cluster + (left ? 0U : kClusters - 1U)) % kClusters;
      ++votes_[kind][each.codeword.value % kIndicator];
    }
  }

  // The symbol's size; nullopt unless more than half of those that say something agree.
  std::optional<Symbol> symbol() const {
    const auto rows = winner(0);
    const auto level_and_rows = winner(1);
    const auto columns = winner(2);
    if (!rows || !level_and_rows || !columns) return std::nullopt;
    Symbol symbol;
    symbol.rows = *rows * kClusters + *level_and_rows % kClusters + 1;
    symbol.level = *level_and_rows / kClusters;
    symbol.columns = *columns + 1;
    return symbol;
  }

 private:
  std::optional<unsigned> winner(std::size_t kind) const {
    const auto& votes = votes_[kind];
    unsigned all = 0;
    for (const unsigned each : votes) all += each;
    const auto* const best = std::ranges::max_element(votes);
    if (2 * *best <= all) return std::nullopt;
    return static_cast<unsigned>(best - votes.begin());
  }

  std::array<std::array<unsigned, kIndicator>, kClusters> votes_{};
};

// Whether the standard has such a symbol.
bool is_possible(const Symbol& symbol) {
  const std::size_t all = std::size_t{symbol.rows} * symbol.columns;
  return symbol.rows >= kFewestRows && symbol.rows <= kMostRows && symbol.level <= kMostLevel &&
         all <= kMostCodewords && symbol.correction_codewords() < all;
}

// The codeword of each place that more than half of the sightings agree on.
void settle(const std::vector<Sighting>& seen, const RowLines& rows, Symbol& symbol) {
  std::vector<std::uint32_t> votes;  // the place and the value
  for (const Sighting& each : seen) {
    if (each.column == 0 || each.column == rows.last_column) continue;
    const double near = rows.at(each.y, each.column);
    const int cluster = each.codeword.cluster;
    const int row =
        cluster + kClusters * static_cast<int>(std::lround((near - cluster) / kClusters));
    const bool there = row >= 0 && row < static_cast<int>(symbol.rows);
    if (!there || std::abs(row - near) > kOffRows) continue;
    const auto place = static_cast<std::uint32_t>(row) * symbol.columns + each.column - 1;
    votes.push_back(place << kValueBits | each.codeword.value);
  }
  std::ranges::sort(votes);
  symbol.codewords.assign(std::size_t{symbol.rows} * symbol.columns, kNotRead);
  std::size_t from = 0;
  while (from < votes.size()) {
    const std::uint32_t place = votes[from] >> kValueBits;
    std::size_t to = from;
    std::size_t most = 0;
    std::uint32_t best = 0;
    while (to < votes.size() && votes[to] >> kValueBits == place) {
      const std::size_t same = to;
      while (to < votes.size() && votes[to] == votes[same]) ++to;
      if (to - same > most) {
        most = to - same;
        best = votes[same];
      }
    }
    if (2 * most > to - from) {
      symbol.codewords[place] = static_cast<std::uint16_t>(best & ((1U << kValueBits) - 1));
    }
    from = to;
  }
}

}  // namespace

std::optional<Symbol> read_symbol(const LumaImage& picture, const Guards& guards) {
  const double middle = (guards.top + guards.bottom) / 2;
  const double width = guards.right.at(middle) - guards.left.at(middle);
  const long columns = std::lround(width / guards.module / kModules) - 2;
  if (columns < 1 || columns > static_cast<long>(kMostColumns)) return std::nullopt;
  const auto all_columns = static_cast<unsigned>(columns) + 2;
  const std::vector<Sighting> seen = sightings(picture, guards, all_columns);
  const auto left = rows_by(seen, 0);
  const auto right = rows_by(seen, all_columns - 1);
  if (!left || !right) return std::nullopt;
  const RowLines rows = {*left, *right, all_columns - 1};
  auto symbol = Indications(seen, rows).symbol();
  if (!symbol || symbol->columns != static_cast<unsigned>(columns) || !is_possible(*symbol)) {
    return std::nullopt;
  }
  settle(seen, rows, *symbol);
  return symbol;
}

}  // namespace countersign::pdf417
