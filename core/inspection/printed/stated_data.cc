#include "core/inspection/printed/stated_data.h"

#include "core/inspection/mrz/mrz_dates.h"

namespace countersign {
namespace {

std::optional<std::chrono::year_month_day> as_date(
    const std::optional<std::chrono::sys_days>& days) {
  if (!days) return std::nullopt;
  return std::chrono::year_month_day(*days);
}

}  // namespace

StatedData stated_by(const Mrz& mrz, UtcTime now) {
  StatedData stated{.number = mrz.document_number,
                    .birth = as_date(birth_day(mrz.birth_date, now)),
                    .expiry = std::nullopt};
  const bool visa = mrz.format == MrzFormat::MrvA || mrz.format == MrzFormat::MrvB;
  if (!visa) stated.expiry = as_date(expiry_day(mrz.expiry_date, now));
  return stated;
}

StatedData stated_by(const AamvaCard& card) {
  return {.number = card.document_number,
          .birth = as_date(aamva_day(card.birth_date)),
          .expiry = as_date(aamva_day(card.expiry_date)),
          .long_lived = true};
}

}  // namespace countersign
