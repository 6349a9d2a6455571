// The codewords of PDF417, without a picture.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "core/inspection/barcode/pdf417/codewords.h"
#include "core/inspection/barcode/pdf417/contents.h"
#include "core/inspection/barcode/pdf417/correction.h"
#include "core/inspection/barcode/pdf417/patterns.h"
#include "tests/drawing/barcode/pdf417_symbol.h"
#include "tests/drawing/dice.h"

namespace countersign::pdf417::code_test {

using drawing::Dice;
using drawing::SymbolPlan;
using Word = std::vector<std::uint16_t>;

Word any_data(Dice& dice, std::size_t size) {
  Word data;
  while (data.size() < size) data.push_back(static_cast<std::uint16_t>(dice.below(kValues)));
  return data;
}

TEST_CASE("every codeword of every cluster has bars and spaces of its own") {
  std::set<Elements> all;
  for (std::uint8_t cluster = 0; cluster < kClusters; ++cluster) {
    for (std::uint16_t value = 0; value < kValues; ++value) {
      const Elements widths = elements_of({cluster, value});
      const auto whole = widths[0] + widths[1] + widths[2] + widths[3] + widths[4] + widths[5] +
                         widths[6] + widths[7];
      CHECK(whole == kModules);
      CHECK(std::ranges::all_of(widths, [](unsigned w) { return w >= 1 && w <= kWidest; }));
      // ISO/IEC 15438, 5.3.1
      CHECK((widths[0] - widths[2] + widths[4] - widths[6] + 9) % 9 == 3U * cluster);
      const auto back = codeword_of(widths);
      REQUIRE(back.has_value());
      CHECK(back->cluster == cluster);
      CHECK(back->value == value);
      all.insert(widths);
    }
  }
  CHECK(all.size() == std::size_t{kClusters} * kValues);
}

TEST_CASE("other bars and spaces are no codeword") {
  CHECK_FALSE(codeword_of({8, 1, 1, 1, 1, 1, 1, 3}).has_value());  // the start pattern
  CHECK_FALSE(codeword_of({3, 1, 1, 1, 1, 1, 3, 5}).has_value());
  CHECK_FALSE(codeword_of({0, 4, 1, 1, 1, 1, 3, 6}).has_value());
  CHECK_FALSE(codeword_of({4, 1, 1, 1, 1, 3, 4, 2}).has_value());  // not used by the standard
}

TEST_CASE("as much damage as is allowed is mended, and no more") {
  Dice dice(32);
  for (unsigned level = 1; level <= 8; ++level) {
    const SymbolPlan plan = {.columns = 10, .level = level, .data = any_data(dice, 150)};
    const Word sent = drawing::codewords_of(plan);
    const std::size_t checks = std::size_t{2} << level;
    for (int n = 0; n < 30; ++n) {
      const std::size_t most = dice.below(checks + 1);
      const std::size_t missing = dice.below(most + 1);
      const std::size_t wrong = (most - missing) / 2;
      Word word = sent;
      std::set<std::size_t> places;
      while (places.size() < missing + wrong) {
        const std::size_t place = dice.below(word.size());
        if (!places.insert(place).second) continue;
        word[place] = places.size() <= missing
                          ? kNotRead
                          : static_cast<std::uint16_t>((word[place] + 1 + dice.below(928)) % 929);
      }
      CAPTURE(level);
      CAPTURE(missing);
      CAPTURE(wrong);
      Word mended = word;
      CHECK(correct(mended, checks, most) == missing + wrong);
      CHECK(mended == sent);
      const std::size_t needed = missing + 2 * wrong;
      if (needed > 0) CHECK_FALSE(correct(word, checks, needed - 1).has_value());
    }
  }
}

TEST_CASE("no random word is taken for a damaged one") {
  Dice dice(33);
  for (int n = 0; n < 2000; ++n) {
    Word word = any_data(dice, 120);
    CHECK_FALSE(correct(word, 16, 12).has_value());
  }
}

std::string contents(const Word& word) {
  const auto found = contents_of(word);
  return found ? *found : "none";
}

TEST_CASE("text, bytes and numbers are read as the standard says") {
  // The example of ISO/IEC 15438, 5.4.2.3: "PDF417" in text compaction.
  CHECK(contents({453, 178, 121, 239}) == "PDF417");
  CHECK(contents({}).empty());
  // Annex of numeric compaction: 000213298174000.
  CHECK(contents({902, 1, 624, 434, 632, 282, 200}) == "000213298174000");
  // 901 leaves the last ones a byte each; 924 does not.
  CHECK(contents({901, 65, 66, 67}) == "ABC");
  CHECK(contents({924, 163, 238, 432, 766, 244}) == "alcool");
  CHECK(contents({901, 163, 238, 432, 766, 244, 65}) == "alcoolA");
  CHECK(contents({901, 65, 66, 67, 68, 69}) == "ABCDE");
  // One byte in text, after a shift that nothing follows; the sub-mode stays.
  CHECK(contents({809, 29, 913, 0x1e, 1}) ==
        " ;\x1e"
        "AB");
  CHECK(contents({27 * 30 + 0, 913, 0x1e, 1 * 30 + 2}) ==
        "a\x1e"
        "bc");
}

TEST_CASE("what contradicts the standard has no contents") {
  for (const Word& word : {Word{913},
                           Word{913, 256},
                           Word{901, 300},
                           Word{924, 1, 2},
                           Word{924, 899, 899, 899, 899, 899},
                           Word{902, 0},
                           Word{902, 2},
                           Word{903},
                           Word{927, 26},
                           Word{928, 111, 100},
                           Word{921}}) {
    CAPTURE(word.front());
    CHECK_FALSE(contents_of(word).has_value());
  }
}

}  // namespace countersign::pdf417::code_test
