// The text in the bar code of a card.
#include "core/inspection/barcode/aamva.h"

#include <algorithm>

#include "core/ascii.h"
#include "core/check.h"
#include "core/inspection/review/card_values.h"
#include "tests/fuzz/target.h"

namespace countersign::fuzz::aamva_target {

void run(std::string_view input) {
  if (const auto day = aamva_day(input)) {
    check(std::ranges::count_if(input, is_digit) == 8, "a parsed AAMVA day has eight digits");
    check(std::chrono::year_month_day(*day).ok(), "a parsed AAMVA day is a day of the calendar");
  }
  const auto card = parse_aamva(input);
  if (!card) return;
  check(input.find(card->expiry_date) != input.npos,
        "the expiry date of a card is part of the bar code's text");
  (void)aamva_day(card->expiry_date);
  const FieldValues values = values_of(*card);
  check(!values.has_any() || are_sound(values), "the values of a card are such as are believed");
}

const Target kTarget("aamva", run);

}  // namespace countersign::fuzz::aamva_target
