#pragma once
#include <optional>
#include <string_view>

namespace countersign {

// Returns the month, 1 to 12, whose name the word is or abbreviates to three letters or more, as
// travel documents print it: in English, French, German, Spanish, Italian, Portuguese, Dutch or
// Polish. Takes capital letters without accents. Returns nullopt for any other word, and for a word
// that is two months in two of the languages.
std::optional<unsigned> month_of_name(std::string_view word);

}  // namespace countersign
