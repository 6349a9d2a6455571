#include "core/inspection/printed/data_comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>

#include "core/ascii.h"
#include "core/inspection/field_values.h"
#include "core/inspection/printed/look_alike.h"
#include "core/inspection/printed/printed_date.h"
#include "core/inspection/printed/printed_number.h"

namespace countersign {
namespace {

using std::chrono::year_month_day;

struct DateOnPage {
  PrintedDate date;
  std::size_t page = 0;
};

std::vector<DateOnPage> dates_of(const std::vector<PrintedText>& pages) {
  std::vector<DateOnPage> dates;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    for (const PrintedLine& line : pages[i]) {
      for (PrintedDate& date : printed_dates(line)) dates.push_back({std::move(date), i});
    }
  }
  return dates;
}

// Without the century, which a zone does not state.
std::string digits_of(const year_month_day& date) {
  return fmt::format("{:02}{:02}{:02}",
                     static_cast<int>(date.year()) % 100,
                     static_cast<unsigned>(date.month()),
                     static_cast<unsigned>(date.day()));
}

bool is_slightly_other(const year_month_day& a, const year_month_day& b) {
  const std::string digits = digits_of(a);
  const std::string others = digits_of(b);
  std::size_t count = 0;
  for (std::size_t i = 0; i < digits.size() && i < others.size(); ++i) {
    if (digits[i] == others[i]) continue;
    if (are_alike(digits[i], others[i])) return false;
    ++count;
  }
  return digits.size() == others.size() && count > 0 && count <= kOtherDigitsMax;
}

// As printed, or where that is without a century, near what is stated.
std::string text_of(const PrintedDate& date, const year_month_day& stated) {
  const year_month_day near = date.near(stated.year());
  return date_text(date.style.century ? std::chrono::year(date.year) / near.month() / near.day()
                                      : near);
}

const DateOnPage* find(const std::vector<DateOnPage>& dates,
                       const std::optional<year_month_day>& wanted) {
  if (!wanted) return nullptr;
  const auto found =
      std::ranges::find_if(dates, [&](const DateOnPage& each) { return each.date.is(*wanted); });
  return found == dates.end() ? nullptr : &*found;
}

class DateComparison {
 public:
  DateComparison(const StatedData& stated, const std::vector<DateOnPage>& dates)
      : stated_(stated), dates_(dates) {}

  void compare(DataFindings& findings) const {
    const DateOnPage* const birth = find(dates_, stated_.birth);
    const DateOnPage* const expiry = find(dates_, stated_.expiry);
    if (birth != nullptr) findings.birth = agrees(*birth, *stated_.birth);
    if (expiry != nullptr) findings.expiry = agrees(*expiry, *stated_.expiry);
    if (birth == nullptr && expiry != nullptr && stated_.birth) {
      findings.birth = differs(other_birth(expiry->date.style), *stated_.birth);
    }
    if (expiry == nullptr && birth != nullptr && stated_.expiry) {
      findings.expiry = differs(other_expiry(birth->date.style), *stated_.expiry);
    }
  }

 private:
  static FieldFinding agrees(const DateOnPage& found, const year_month_day& stated) {
    return {.verdict = FieldVerdict::Agrees,
            .contradiction = std::nullopt,
            .date = text_of(found.date, stated)};
  }
  static FieldFinding differs(const DateOnPage* other, const year_month_day& stated) {
    if (other == nullptr) return {};
    std::vector<std::size_t> digits;
    for (std::size_t i = 0; i < other->date.letters.size(); ++i) {
      if (is_digit(other->date.letters[i])) digits.push_back(i);
    }
    return {.verdict = FieldVerdict::Differs,
            .contradiction = Contradiction{.page = other->page,
                                           .box = other->date.box,
                                           .letters = other->date.letters,
                                           .decisive = std::move(digits),
                                           .stated = {},
                                           .sure = other->date.sure},
            .date = text_of(other->date, stated)};
  }
  static bool is_sure(const PrintedDate& date, const DateStyle& style) {
    return date.style == style && date.sure >= kSureDigit;
  }

  const DateOnPage* other_birth(const DateStyle& style) const {
    const year_month_day birth = *stated_.birth;
    const auto found = std::ranges::find_if(dates_, [&](const DateOnPage& each) {
      const year_month_day date = each.date.near(birth.year());
      if (!is_sure(each.date, style) || !is_slightly_other(date, birth)) return false;
      return date < *stated_.expiry - kLongestValidity && !may_be_issue_of_long_lived(date);
    });
    return found == dates_.end() ? nullptr : &*found;
  }
  // Many are issued on a birthday.
  bool may_be_issue_of_long_lived(const year_month_day& date) const {
    return stated_.long_lived && date > *stated_.birth;
  }

  const DateOnPage* other_expiry(const DateStyle& style) const {
    const year_month_day expiry = *stated_.expiry;
    const auto found = std::ranges::find_if(dates_, [&](const DateOnPage& each) {
      const year_month_day date = each.date.near(expiry.year());
      if (!is_sure(each.date, style) || !is_slightly_other(date, expiry)) return false;
      if (date > expiry) return true;
      return date.year() == expiry.year() && has_issue_before(date, style);
    });
    return found == dates_.end() ? nullptr : &*found;
  }
  bool has_issue_before(const year_month_day& last_day, const DateStyle& style) const {
    return std::ranges::any_of(dates_, [&](const DateOnPage& each) {
      const year_month_day date = each.date.near(last_day.year());
      return is_sure(each.date, style) && !each.date.is(*stated_.birth) && date < last_day &&
             last_day - kLongestValidity < date;
    });
  }

  const StatedData& stated_;
  const std::vector<DateOnPage>& dates_;
};

}  // namespace

std::size_t DataFindings::count(FieldVerdict verdict) const {
  return static_cast<std::size_t>(number.verdict == verdict) +
         static_cast<std::size_t>(birth.verdict == verdict) +
         static_cast<std::size_t>(expiry.verdict == verdict);
}

bool DataFindings::all_agree(const StatedData& stated) const {
  const auto agrees = [](bool is_stated, const FieldFinding& finding) {
    return !is_stated || finding.verdict == FieldVerdict::Agrees;
  };
  return agrees(true, number) && agrees(stated.birth.has_value(), birth) &&
         agrees(stated.expiry.has_value(), expiry);
}

void compare_dates(const StatedData& stated,
                   const std::vector<PrintedText>& pages,
                   DataFindings& findings) {
  const std::vector<DateOnPage> dates = dates_of(pages);
  DateComparison(stated, dates).compare(findings);
}

DataFindings compare_data(const StatedData& stated, const std::vector<PrintedText>& pages) {
  DataFindings findings;
  findings.number = compare_number(stated.number, pages);
  compare_dates(stated, pages, findings);
  return findings;
}

}  // namespace countersign
