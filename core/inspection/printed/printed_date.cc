#include "core/inspection/printed/printed_date.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "core/ascii.h"
#include "core/inspection/printed/look_alike.h"
#include "core/inspection/printed/month_name.h"

namespace countersign {
namespace {

using Order = DateStyle::Order;
using std::chrono::year_month_day;

// A number or a word of the line, without what stands between them.
struct Token {
  std::string text;  // a number's digits, letters that look like digits replaced
  bool number = false;
  float sure = 100;
  TextBox box{};

  std::size_t length() const { return text.size(); }
  bool is_number_of(std::size_t digits) const { return number && length() == digits; }
  bool is_short_number() const { return number && length() <= 2; }
  bool is_year() const { return is_number_of(2) || is_number_of(4); }
  unsigned value(std::size_t first = 0, std::size_t count = std::string::npos) const {
    unsigned sum = 0;
    for (const char c : std::string_view(text).substr(first, count)) {
      sum = sum * 10 + static_cast<unsigned>(c - '0');
    }
    return sum;
  }
};

// Whether letters and digits without a gap are one number, of which some digits were taken for
// letters.
bool is_number(std::string_view run) {
  return std::ranges::any_of(run, is_digit) &&
         std::ranges::all_of(run, [](char c) { return is_digit(as_digit(c)); });
}

// Splits a word into numbers and words: 12AUG1974 into three.
class Tokens {
 public:
  explicit Tokens(const PrintedLine& line) {
    for (const PrintedWord& word : line) add(word);
  }
  std::span<const Token> all() const { return tokens_; }

 private:
  void add(const PrintedWord& word) {
    const std::string_view letters = word.letters;
    for (std::size_t at = 0; at < letters.size();) {
      std::size_t end = at;
      while (end < letters.size() && is_letter_or_digit(letters[end])) ++end;
      if (end > at) add_run(word, at, end);
      at = end + 1;
    }
  }
  void add_run(const PrintedWord& word, std::size_t at, std::size_t end) {
    const std::string_view letters = word.letters;
    if (is_number(letters.substr(at, end - at))) return add_token(word, at, end, true);
    while (at < end) {
      const bool digits = is_digit(letters[at]);
      std::size_t next = at;
      while (next < end && is_digit(letters[next]) == digits) ++next;
      add_token(word, at, next, digits);
      at = next;
    }
  }
  void add_token(const PrintedWord& word, std::size_t at, std::size_t end, bool number) {
    Token token{.text = word.letters.substr(at, end - at), .number = number, .box = word.box};
    if (number) {
      std::ranges::transform(token.text, token.text.begin(), as_digit);
      token.sure = *std::ranges::min_element(std::span(word.sure).subspan(at, end - at));
    }
    tokens_.push_back(std::move(token));
  }

  std::vector<Token> tokens_;
};

struct DayAndMonth {
  unsigned day;
  unsigned month;
};

// Collects the dates of one line.
class Dates {
 public:
  // Reads the tokens at the front of `from` as a date, in every way.
  void add(std::span<const Token> from) {
    add_compact(from);
    if (from.size() < 3) return;
    add_numbers(from.first(3));
    add_day_first(from);
    add_month_first(from.first(3));
  }
  std::vector<PrintedDate> take() && { return std::move(dates_); }

 private:
  void add_compact(std::span<const Token> from) {
    const Token& only = from.front();
    if (!only.is_number_of(8)) return;
    const auto tokens = from.first(1);
    push({Order::DayMonthYear}, only.value(4), {only.value(0, 2), only.value(2, 2)}, tokens);
    push({Order::MonthDayYear}, only.value(4), {only.value(2, 2), only.value(0, 2)}, tokens);
    push({Order::YearMonthDay}, only.value(0, 4), {only.value(6), only.value(4, 2)}, tokens);
  }
  void add_numbers(std::span<const Token> three) {
    const Token& a = three[0];
    const Token& b = three[1];
    const Token& c = three[2];
    if (a.is_short_number() && b.is_short_number() && c.is_year()) {
      const bool century = c.length() == 4;
      push({Order::DayMonthYear, false, century}, c.value(), {a.value(), b.value()}, three);
      push({Order::MonthDayYear, false, century}, c.value(), {b.value(), a.value()}, three);
    }
    if (a.is_number_of(4) && b.is_short_number() && c.is_short_number()) {
      push({Order::YearMonthDay}, a.value(), {c.value(), b.value()}, three);
    }
  }
  // The month may stand in two languages: 12 SIE/AUG 1974.
  void add_day_first(std::span<const Token> from) {
    if (!from[0].is_short_number()) return;
    std::size_t end = 1;
    std::optional<unsigned> named;
    while (end < from.size() && end <= 2 && !from[end].number) {
      const auto found = month_of_name(from[end].text);
      // The second language is the known one: ICAO Doc 9303 asks for English, French or
      // Spanish beside the issuer's own.
      if (found) named = found;
      ++end;
    }
    if (!named || end >= from.size() || !from[end].is_year()) return;
    const bool century = from[end].length() == 4;
    push({Order::DayMonthYear, true, century},
         from[end].value(),
         {from[0].value(), *named},
         from.first(end + 1));
  }
  void add_month_first(std::span<const Token> three) {
    if (three[0].number || !three[1].is_short_number() || !three[2].is_year()) return;
    const auto named = month_of_name(three[0].text);
    if (!named) return;
    const bool century = three[2].length() == 4;
    push({Order::MonthDayYear, true, century}, three[2].value(), {three[1].value(), *named}, three);
  }
  void push(DateStyle style, unsigned in_year, DayAndMonth on, std::span<const Token> tokens) {
    if (on.month < 1 || on.month > 12 || on.day < 1 || on.day > 31) return;
    PrintedDate date{.style = style,
                     .year = static_cast<int>(in_year),
                     .month = on.month,
                     .day = on.day,
                     .sure = 100,
                     .box = tokens.front().box,
                     .letters = {}};
    for (const Token& token : tokens) {
      date.sure = std::min(date.sure, token.sure);
      date.box = around(date.box, token.box);
      date.letters += token.text;
    }
    dates_.push_back(std::move(date));
  }

  std::vector<PrintedDate> dates_;
};

bool is_year(const PrintedDate& date, int year) {
  if (!date.style.century) return date.year == year % 100;
  return date.year == year || (year >= 2000 && date.year == year - 100);
}

}  // namespace

bool PrintedDate::is(year_month_day date) const {
  return std::chrono::month(month) == date.month() && std::chrono::day(day) == date.day() &&
         is_year(*this, static_cast<int>(date.year()));
}

year_month_day PrintedDate::near(std::chrono::year other) const {
  const int around_year = static_cast<int>(other);
  int full = around_year / 100 * 100 + year % 100;
  if (full - around_year > 50) full -= 100;
  if (around_year - full > 50) full += 100;
  return {std::chrono::year(full), std::chrono::month(month), std::chrono::day(day)};
}

std::vector<PrintedDate> printed_dates(const PrintedLine& line) {
  const Tokens tokens(line);
  Dates dates;
  for (std::size_t i = 0; i < tokens.all().size(); ++i) dates.add(tokens.all().subspan(i));
  return std::move(dates).take();
}

}  // namespace countersign
