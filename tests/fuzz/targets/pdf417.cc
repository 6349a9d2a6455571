// The guide's own reader of PDF417: pictures of guards and bars, symbols that were drawn and then
// damaged, words of codewords.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "core/check.h"
#include "core/inspection/barcode/pdf417/contents.h"
#include "core/inspection/barcode/pdf417/correction.h"
#include "core/inspection/barcode/pdf417/patterns.h"
#include "core/inspection/barcode/pdf417/reader.h"
#include "tests/drawing/barcode/pdf417_symbol.h"
#include "tests/fuzz/target.h"

namespace countersign::fuzz::pdf417_target {

using Word = std::vector<std::uint16_t>;

constexpr std::size_t kMostCodewords = 928;
constexpr std::size_t kMostDigits = 3;  // of a codeword in numeric compaction, rounded up
constexpr std::size_t kRowsMax = 200;
constexpr std::uint8_t kStarts = 0x10;  // bits of the first byte
constexpr std::uint8_t kStops = 0x20;

Word word_of(std::string_view& input, std::size_t size) {
  Word word;
  while (!input.empty() && word.size() < size) {
    word.push_back(static_cast<std::uint16_t>(take_number<std::uint16_t>(input) % pdf417::kValues));
  }
  return word;
}

void check_sound(const LumaImage& picture) {
  const auto reading = pdf417::read(picture);
  const bool possible = pdf417::may_be_read(picture);
  if (!reading) return;
  check(possible, "what is read may be read");
  check(reading->bytes.size() <= kMostDigits * kMostCodewords, "a symbol has bounded contents");
}

// A row of bits, with or without guards.
void run_bars(std::string_view input) {
  const auto kinds = take_number<std::uint8_t>(input);
  const std::size_t width = std::size_t{8} * (1 + take_number<std::uint8_t>(input) % 32);
  const drawing::Modules guards = drawing::symbol_of({.columns = 1, .level = 0});
  const std::vector<bool>& guard = guards.front();
  drawing::Modules rows;
  while (!input.empty() && rows.size() < kRowsMax) {
    std::vector<bool> row;
    if ((kinds & kStarts) != 0) row.insert(row.end(), guard.begin(), guard.begin() + 17);
    for (std::size_t i = 0; i < width / 8; ++i) {
      const auto bits = take_number<std::uint8_t>(input);
      for (unsigned bit = 8; bit-- > 0;) row.push_back((bits >> bit & 1) != 0);
    }
    if ((kinds & kStops) != 0) row.insert(row.end(), guard.end() - 18, guard.end());
    rows.push_back(std::move(row));
  }
  check_sound(drawing::picture_of(rows, 1 + kinds % 4, 6));
}

// A symbol, which pixels of any luma cover in part.
void run_symbol(std::string_view input) {
  drawing::SymbolPlan plan;
  plan.columns = 1 + take_number<std::uint8_t>(input) % 30;
  plan.level = take_number<std::uint8_t>(input) % 7;
  const std::size_t boxes = take_number<std::uint8_t>(input) % 40;
  std::string_view damage = input.substr(0, std::min(4 * boxes, input.size()));
  input.remove_prefix(damage.size());
  plan.data = word_of(input, 300);
  if (!fits(plan)) return;
  LumaImage picture = drawing::picture_of(drawing::symbol_of(plan), 2, 10);
  const bool whole = damage.empty();
  while (!damage.empty()) {
    const std::size_t x = take_number<std::uint8_t>(damage) * picture.width / 256;
    const std::size_t y = take_number<std::uint8_t>(damage) * picture.height / 256;
    const std::size_t side = take_number<std::uint8_t>(damage) % 64;
    const auto luma = take_number<std::uint8_t>(damage);
    for (std::size_t v = y; v < std::min(y + side, picture.height); ++v) {
      for (std::size_t u = x; u < std::min(x + side, picture.width); ++u) {
        picture.bytes[v * picture.width + u] = luma;
      }
    }
  }
  check_sound(picture);
  const auto reading = pdf417::read(picture);
  const auto expected = pdf417::contents_of(plan.data);
  check(!reading || reading->bytes == expected, "what is read is what was written");
  if (whole && plan.level > 1 && expected) check(reading.has_value(), "a whole symbol is read");
}

// A word and its corrections.
void run_word(std::string_view input) {
  const std::size_t checks = std::size_t{2} << (take_number<std::uint8_t>(input) % 9);
  Word word = word_of(input, kMostCodewords);
  (void)pdf417::contents_of(word);
  if (word.size() <= checks) return;
  const auto corrected = pdf417::correct(word, checks, checks / 2);
  if (!corrected) return;
  check(*corrected <= checks / 2, "no more is corrected than is allowed");
  Word again = word;
  check(pdf417::correct(again, checks, 0) == 0 && again == word, "a corrected word is in the code");
}

void run(std::string_view input) {
  switch (take_number<std::uint8_t>(input) % 3) {
    case 0:
      return run_bars(input);
    case 1:
      return run_symbol(input);
    default:
      return run_word(input);
  }
}

constexpr TargetLimits kLimits{.allocation_mb = 16, .memory_mb = 1200, .seconds = 25};
const Target kTarget("pdf417", run, kLimits);

}  // namespace countersign::fuzz::pdf417_target
