#include "core/inspection/mrz/mrz_twins.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <utility>

namespace countersign {
namespace {

constexpr float kDoubtfulGap = 0.15F;
constexpr std::size_t kMostDoubts = 10;  // of which some may be O
constexpr int kMostLetters = 3;

bool all_right(const std::vector<std::string>& lines) {
  const auto mrz = parse_mrz(lines);
  return mrz && mrz->wrong.empty();
}

}  // namespace

void MrzTwins::consider(
    std::size_t line, std::size_t column, char read, const OcrBScores& scores, MrzClass allowed) {
  if (read != '0' && read != 'O') return;
  if (!mrz_allows(allowed, '0') || !mrz_allows(allowed, 'O')) return;
  const float gap = scores[kOcrBCharacters.find('O')] - scores[kOcrBCharacters.find('0')];
  if (std::abs(gap) < kDoubtfulGap) doubts_.push_back({line, column, gap});
}

void MrzTwins::resolve(std::vector<std::string>& lines) const {
  std::vector<std::string> zeros = lines;
  for (const Doubt& doubt : doubts_) zeros[doubt.line][doubt.column] = '0';
  std::vector<Doubt> likely = doubts_;
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
