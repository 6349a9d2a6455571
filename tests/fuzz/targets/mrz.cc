// Lines of a machine-readable zone, as read from an image.
#include "core/inspection/mrz/mrz.h"

#include "core/check.h"
#include "core/inspection/mrz/mrz_dates.h"
#include "core/inspection/mrz/mrz_values.h"
#include "tests/fuzz/target.h"

namespace countersign::fuzz::mrz_target {

constexpr UtcTime kNow{1'795'219'200'000'000};  // 2026-11-21

void check_dates(std::string_view yymmdd) {
  if (yymmdd.size() != 6) return;
  if (sound_birth_date(yymmdd, kNow))
    check(birth_text(yymmdd, kNow).size() <= 10, "a birth date's text has at most 10 characters");
  const auto last_day = expiry_day(yymmdd, kNow);
  if (last_day) (void)expired(*last_day, kNow);
  check(!last_day || !expiry_not_stated(yymmdd), "an expiry date that is not stated has no day");
  check(!last_day || last_possible_day(yymmdd, kNow) == last_day,
        "the last day of an expiry that is stated is that day");
  if (sound_expiry_date(yymmdd, kNow))
    check(expiry_text(yymmdd, kNow).size() <= 10, "an expiry's text has at most 10 characters");
}

void run(std::string_view input) {
  check_dates(input.substr(0, 6));
  std::vector<std::string> lines;
  while (!input.empty() && lines.size() < 5) lines.emplace_back(take_until(input, '\n'));
  const auto mrz = parse_mrz(lines);
  if (!mrz) return;
  check(lines.size() == (mrz->format == MrzFormat::Td1 ? 3 : 2),
        "a zone has the number of lines of its format");
  for (std::size_t line = 0; line < lines.size(); ++line) {
    for (std::size_t column = 0; column < lines[line].size(); ++column) {
      check(mrz_allows(mrz_class(mrz->format, line, column), lines[line][column]),
            "a character of a zone is allowed at its place");
    }
  }
  check_dates(mrz->birth_date);
  check_dates(mrz->expiry_date);
  const bool sound =
      sound_birth_date(mrz->birth_date, kNow) && sound_expiry_date(mrz->expiry_date, kNow);
  if (!mrz->wrong.empty() || !sound) return;
  check(are_sound(mrz_values(lines, *mrz, kNow)),
        "a zone with right check digits and sound dates has sound values");
}

const Target kTarget("mrz", run);

}  // namespace countersign::fuzz::mrz_target
