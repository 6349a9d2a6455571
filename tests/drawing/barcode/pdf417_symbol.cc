#include "tests/drawing/barcode/pdf417_symbol.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include "core/check.h"
#include "core/inspection/barcode/pdf417/patterns.h"

namespace countersign::drawing {
namespace {

using pdf417::Codeword;
using pdf417::elements_of;

constexpr std::uint32_t kField = 929;
constexpr std::uint16_t kFiller = 900;
constexpr std::size_t kMost = 928;
constexpr std::size_t kMostRows = 90;
constexpr std::size_t kFewestRows = 3;
constexpr std::size_t kModulesInRow = 3;  // the height of a row
constexpr std::string_view kStart = "11111111010101000";
constexpr std::string_view kStop = "111111101000101001";

std::size_t checks_of(const SymbolPlan& plan) { return std::size_t{2} << plan.level; }

std::size_t rows_of(const SymbolPlan& plan) {
  const std::size_t needed = 1 + plan.data.size() + checks_of(plan);
  return std::max(kFewestRows, (needed + plan.columns - 1) / plan.columns);
}

// The remainder of the word by the generator, whose roots are 3^1 to 3^checks.
std::vector<std::uint32_t> remainder_of(const std::vector<std::uint16_t>& word,
                                        std::size_t checks) {
  std::vector<std::uint32_t> generator = {1};  // the highest power first
  std::uint32_t root = 1;
  for (std::size_t i = 0; i < checks; ++i) {
    root = 3 * root % kField;
    generator.push_back(0);
    for (std::size_t j = generator.size(); j-- > 1;) {
      generator[j] = (generator[j] + (kField - root) * generator[j - 1]) % kField;
    }
  }
  std::vector<std::uint32_t> rest(word.begin(), word.end());
  rest.resize(word.size() + checks);
  for (std::size_t i = 0; i < word.size(); ++i) {
    const std::uint32_t factor = kField - rest[i];
    for (std::size_t j = 0; j <= checks; ++j) {
      rest[i + j] = (rest[i + j] + factor * generator[j]) % kField;
    }
  }
  return {rest.begin() + static_cast<std::ptrdiff_t>(word.size()), rest.end()};
}

void add(std::string_view modules, std::vector<bool>& row) {
  for (const char module : modules) row.push_back(module == '1');
}

void add(const Codeword& codeword, std::vector<bool>& row) {
  bool bar = true;
  for (const unsigned width : elements_of(codeword)) {
    row.insert(row.end(), width, bar);
    bar = !bar;
  }
}

}  // namespace

bool fits(const SymbolPlan& plan) {
  const std::size_t rows = rows_of(plan);
  return rows <= kMostRows && rows * plan.columns <= kMost;
}

std::vector<std::uint16_t> codewords_of(const SymbolPlan& plan) {
  check(fits(plan), "the codewords fit into one symbol");
  const std::size_t all = rows_of(plan) * plan.columns;
  std::vector<std::uint16_t> word = {static_cast<std::uint16_t>(all - checks_of(plan))};
  word.insert(word.end(), plan.data.begin(), plan.data.end());
  word.resize(word.front(), kFiller);
  for (const std::uint32_t each : remainder_of(word, checks_of(plan))) {
    word.push_back(static_cast<std::uint16_t>((kField - each) % kField));
  }
  return word;
}

Modules symbol_of(const SymbolPlan& plan) {
  const std::vector<std::uint16_t> word = codewords_of(plan);
  const auto rows = static_cast<unsigned>(word.size() / plan.columns);
  Modules modules;
  for (unsigned r = 0; r < rows; ++r) {
    const unsigned cluster = r % 3;
    // The values that the left row indicators give, and the right ones one row later.
    const std::array<unsigned, 3> said = {
        (rows - 1) / 3, 3 * plan.level + (rows - 1) % 3, plan.columns - 1};
    const auto indicator = [&](unsigned kind) {
      return Codeword{static_cast<std::uint8_t>(cluster),
                      static_cast<std::uint16_t>(r / 3 * 30 + said[kind])};
    };
    std::vector<bool> row;
    add(kStart, row);
    add(indicator(cluster), row);
    for (unsigned column = 0; column < plan.columns; ++column) {
      add(Codeword{static_cast<std::uint8_t>(cluster), word[r * plan.columns + column]}, row);
    }
    add(indicator((cluster + 2) % 3), row);
    add(kStop, row);
    modules.insert(modules.end(), kModulesInRow, row);
  }
  return modules;
}

LumaImage picture_of(const Modules& modules, std::size_t px, std::size_t margin) {
  LumaImage picture;
  picture.width = 2 * margin + (modules.empty() ? 1 : modules.front().size() * px);
  picture.height = 2 * margin + std::max<std::size_t>(modules.size() * px, 1);
  picture.bytes.assign(picture.width * picture.height, 255);
  for (std::size_t y = 0; y < modules.size() * px; ++y) {
    std::uint8_t* row = picture.bytes.data() + (margin + y) * picture.width + margin;
    const std::vector<bool>& from = modules[y / px];
    for (std::size_t x = 0; x < from.size() * px; ++x) row[x] = from[x / px] ? 0 : 255;
  }
  return picture;
}

}  // namespace countersign::drawing
