#include "core/inspection/printed/printed_values.h"

#include <string>

#include "core/ascii.h"

namespace countersign {
namespace {

// Letters and digits only, as a number is compared. Only the decisive digits are certainly others:
// the rest stands as it is stated.
std::string number_in_print(const std::string& stated, const FieldFinding& finding) {
  std::string number(stated);
  switch (finding.verdict) {
    case FieldVerdict::Unread:
      return {};
    case FieldVerdict::Agrees:
      break;
    case FieldVerdict::Differs:
      for (const std::size_t at : finding.contradiction->decisive) {
        number[at] = finding.contradiction->letters[at];
      }
      break;
  }
  std::erase_if(number, [](char c) { return !is_letter_or_digit(c); });
  return number.size() <= kFieldValueMax ? number : std::string();
}

}  // namespace

FieldValues values_in_print(const StatedData& stated, const DataFindings& findings) {
  return {.document_number = number_in_print(stated.number, findings.number),
          .birth_date = findings.birth.date,
          .expiry_date = findings.expiry.date,
          .surname = {},
          .given_names = {}};
}

}  // namespace countersign
