#pragma once
#include <chrono>
#include <cstddef>
#include <string>

#include "core/schema.h"

namespace countersign {

// The personal data in a document's bar code or in its print, as far as they are read, for a client
// that requests it. As with MrzValues, the data leaves the engine only in answer to such a request,
// and is encrypted before it is written anywhere. A text is empty where nothing is stated.
struct FieldValues {
  std::string document_number;
  std::string birth_date;   // YYYY-MM-DD
  std::string expiry_date;  // the same
  std::string surname;
  std::string given_names;
  bool has_any() const;
  bool operator==(const FieldValues&) const = default;
};
template <>
inline constexpr auto fields_of<FieldValues> =
    fields(Field{"documentNumber", &FieldValues::document_number},
           Field{"birthDate", &FieldValues::birth_date},
           Field{"expiryDate", &FieldValues::expiry_date},
           Field{"surname", &FieldValues::surname},
           Field{"givenNames", &FieldValues::given_names});
static_assert(record_is_sound<FieldValues>);

// Returns YYYY-MM-DD; empty if the year does not have four digits.
std::string date_text(std::chrono::year_month_day date);

// The longest text of a value, in bytes. The longest element of an AAMVA card has 40, and two of
// them are the given names.
inline constexpr std::size_t kFieldValueMax = 96;

// Whether a text may be a value: printable ASCII, and not too long.
bool is_field_text(const std::string& text);

// Whether the values can come from a bar code or from print, and there are some: texts that are
// short and of printable ASCII, and dates that are dates. Their sender may be hostile.
bool are_sound(const FieldValues& values);

// The same of values of print. The names of a document are not looked for in its print.
bool are_sound_of_print(const FieldValues& values);

}  // namespace countersign
