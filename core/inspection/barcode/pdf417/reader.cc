#include "core/inspection/barcode/pdf417/reader.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>

#include "core/inspection/barcode/pdf417/codewords.h"
#include "core/inspection/barcode/pdf417/contents.h"
#include "core/inspection/barcode/pdf417/correction.h"
#include "core/inspection/barcode/pdf417/guards.h"

namespace countersign::pdf417 {
namespace {

// The error correction that must be left, so that no damage is taken for other contents: a quarter,
// and at least so many codewords. A random word passes by these once in 929^4 times.
constexpr std::size_t kSparedPart = 4;
constexpr std::size_t kSparedLeast = 4;

constexpr std::size_t kThird = 9;  // a third of the width and of the height

std::optional<Reading> read_upright(const LumaImage& picture) {
  const auto guards = find_guards(picture);
  if (!guards) return std::nullopt;
  auto symbol = read_symbol(picture, *guards);
  if (!symbol) return std::nullopt;
  const std::size_t checks = symbol->correction_codewords();
  const std::size_t spared = std::max(checks / kSparedPart, kSparedLeast);
  if (checks < spared) return std::nullopt;
  std::vector<std::uint16_t>& word = symbol->codewords;
  const auto corrected = correct(word, checks, checks - spared);
  // The first codeword is the number of all that are not of error correction, of which it is one.
  if (!corrected || word.front() != word.size() - checks) return std::nullopt;
  auto bytes = contents_of(std::span(word).subspan(1, word.front() - 1U));
  if (!bytes) return std::nullopt;
  return Reading{std::move(*bytes), *corrected};
}

LumaImage upside_down(LumaImage picture) {
  std::ranges::reverse(picture.bytes);
  return picture;
}

}  // namespace

std::optional<Reading> read(const LumaImage& flat) {
  if (auto reading = read_upright(flat)) return reading;
  return read_upright(upside_down(flat));
}

bool may_be_read(const LumaImage& flat) {
  const LumaImage third = shrunk(flat, std::max<std::size_t>(flat.bytes.size() / kThird, 1));
  const auto either_way = [](const LumaImage& picture) {
    return may_show_start(picture) || may_show_start(upside_down(picture));
  };
  return either_way(flat) || either_way(third);
}

}  // namespace countersign::pdf417
