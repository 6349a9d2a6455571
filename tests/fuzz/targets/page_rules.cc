// The settings that an operator or a client's backend makes for the page on which people capture.
#include "core/client/page_rules.h"

#include <algorithm>
#include <optional>

#include "core/ascii.h"
#include "core/check.h"
#include "core/text/utf8.h"
#include "tests/fuzz/target.h"

namespace countersign::fuzz::page_rules_target {

constexpr std::size_t kCharactersMax = 20;

std::optional<Colour> checked_colour(std::string_view text) {
  const auto colour = parse_colour(text);
  if (!colour) return std::nullopt;
  check(to_text(*colour) == lower_case(text), "a colour has one spelling in lower case");
  check(parse_colour(to_text(*colour)) == colour, "a colour is read back unchanged");
  return colour;
}

void check_contrast(const Colour& one, const Colour& other) {
  const double contrast = contrast_of(one, other);
  check(contrast >= 1 && contrast < 21.001, "a contrast lies between 1 and 21");
  check(contrast == contrast_of(other, one), "a contrast has no order");
}

void check_texts(std::string_view text) {
  const bool is_name = is_label(text, kCharactersMax);
  const bool is_text = is_plain_text(text, kCharactersMax);
  check(!is_name || is_text, "a label is a plain text");
  check(!is_text || is_utf8(text), "a plain text is UTF-8");
  check(!is_text || text.size() <= kCharactersMax * 4, "a plain text is bounded");
  const auto is_control = [](char c) {
    return static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n' && c != '\r';
  };
  check(!is_text || std::ranges::none_of(text, is_control), "a plain text controls nothing");
}

void run(std::string_view input) {
  check_texts(input);
  const auto first = checked_colour(take_until(input, '\n'));
  const auto second = checked_colour(input);
  if (first && second) check_contrast(*first, *second);
}

const Target kTarget("page_rules", run);

}  // namespace countersign::fuzz::page_rules_target
