#include "core/inspection/mrz/mrz_twins.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <iterator>
#include <limits>
#include <string_view>
#include <utility>

#include "core/inspection/mrz/state_code.h"

namespace countersign {
namespace {

// The gaps are differences of likeness, which is at most 1.

// 0 and O are in doubt if their likenesses differ by less: five times what they mostly differ by.
// Chosen on the first set of real specimens.
constexpr float kDoubtfulGap = 0.15F;
// The least gap of an O. On 8 specimens of states with an O in the number each had a gap of 0.03 or
// more; where three zeros as O made the digits of a wrong zone right, one had -0.025 or less.
constexpr float kLeastLikeO = -0.02F;
constexpr std::size_t kMostDoubts = 10;  // of which some may be O
constexpr int kMostLetters = 3;
// The likeness to D less that to O, below which an O may have been printed.
constexpr float kCornersGap = 0.03F;
// The likeness to O less that to D, below which a D may have been printed in the code of a state.
constexpr float kLostCornersGap = 0.1F;

// The likeness to S or U less that to the digit, below which the digit was printed.
constexpr float kSameValueGap = 0.06F;

// Where a zone of these lines has the issuing state and the nationality.
struct StatePlace {
  std::size_t line;
  std::size_t column;
};
constexpr std::size_t kStateLength = 3;  // letters (part 3, section 5)
std::vector<StatePlace> state_places(const std::vector<std::string>& lines) {
  if (lines.size() == kThreeLinesOf30.lines) return {{0, 2}, {1, 15}};
  return {{0, 2}, {1, 10}};
}

bool all_right(const std::vector<std::string>& lines) {
  const auto mrz = parse_mrz(lines);
  return mrz && mrz->wrong.empty();
}

}  // namespace

void MrzTwins::consider(
    std::size_t line, std::size_t column, char read, const OcrBScores& scores, MrzClass allowed) {
  const auto less = [&](char one, char other) {
    return scores[kOcrBCharacters.find(one)] - scores[kOcrBCharacters.find(other)];
  };
  if (allowed == MrzClass::Letter) {
    if (read == 'D' && less('D', 'O') < kCornersGap) letters_.push_back({line, column});
    if (read == 'O' && less('O', 'D') < kLostCornersGap) rounded_.push_back({line, column});
    return;
  }
  if (!mrz_allows(allowed, '0') || !mrz_allows(allowed, 'O')) return;
  const char same_value = read == 'S' ? '8' : '0';
  if ((read == 'S' || read == 'U') && less(read, same_value) < kSameValueGap) {
    digits_.push_back({{line, column}, same_value});
  }
  if (read != '0' && read != 'O') return;
  const float gap = less('O', '0');
  if (std::abs(gap) < kDoubtfulGap) doubts_.push_back({line, column, gap});
}

void MrzTwins::resolve(std::vector<std::string>& lines) const {
  for (const auto& [at, digit] : digits_) lines[at.line][at.column] = digit;
  resolve_letters(lines);
  resolve_digits(lines);
}

void MrzTwins::resolve_letters(std::vector<std::string>& lines) const {
  const std::vector<std::string> read = lines;
  std::vector<std::string> with_corners = lines;
  for (const Place& letter : letters_) lines[letter.line][letter.column] = 'O';
  for (const Place& letter : rounded_) with_corners[letter.line][letter.column] = 'D';
  for (const StatePlace& place : state_places(lines)) {
    const auto code_in = [&](const std::vector<std::string>& zone) {
      return zone[place.line].substr(place.column, kStateLength);
    };
    for (const auto* zone : {&std::as_const(read), &std::as_const(with_corners)}) {
      const std::string code = code_in(*zone);
      if (is_state_code(code_in(lines)) || !is_state_code(code)) continue;
      lines[place.line].replace(place.column, kStateLength, code);
    }
  }
}

void MrzTwins::resolve_digits(std::vector<std::string>& lines) const {
  std::vector<std::string> zeros = lines;
  for (const Doubt& doubt : doubts_) zeros[doubt.line][doubt.column] = '0';
  std::vector<Doubt> likely;
  std::ranges::copy_if(doubts_, std::back_inserter(likely), [](const Doubt& doubt) {
    return doubt.gap >= kLeastLikeO;
  });
  std::ranges::stable_sort(likely, std::greater(), &Doubt::gap);
  if (likely.size() > kMostDoubts) likely.resize(kMostDoubts);
  for (int letters = 0; letters <= kMostLetters; ++letters) {
    std::vector<std::string> best;
    float most = -std::numeric_limits<float>::max();
    for (std::uint32_t chosen = 0; chosen < (1U << likely.size()); ++chosen) {
      if (std::popcount(chosen) != letters) continue;
      std::vector<std::string> tried = zeros;
      float likeness = 0;
      for (std::size_t i = 0; i < likely.size(); ++i) {
        if ((chosen >> i & 1U) == 0) continue;
        tried[likely[i].line][likely[i].column] = 'O';
        likeness += likely[i].gap;
      }
      if (likeness <= most || !all_right(tried)) continue;
      most = likeness;
      best = std::move(tried);
    }
    if (best.empty()) continue;
    lines = std::move(best);
    return;
  }
}

}  // namespace countersign
