#include "core/inspection/review/card_values.h"

#include <string>

namespace countersign {
namespace {

std::string text_of(const std::string& written) {
  return is_field_text(written) ? written : std::string();
}

std::string date_text_of(const std::string& written) {
  const auto day = aamva_day(written);
  return day ? date_text(*day) : std::string();
}

}  // namespace

FieldValues values_of(const AamvaCard& card) {
  return {.document_number = text_of(card.document_number),
          .birth_date = date_text_of(card.birth_date),
          .expiry_date = date_text_of(card.expiry_date),
          .surname = text_of(card.surname),
          .given_names = text_of(card.given_names)};
}

}  // namespace countersign
