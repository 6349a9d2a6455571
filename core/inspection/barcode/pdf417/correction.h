#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace countersign::pdf417 {

// Corrects a word of the Reed-Solomon code over GF(929) whose generator has the roots 3^1 to
// 3^`checks` (ISO/IEC 15438, 5.10). Values are below 929; kNotRead stands for a missing one.
// Returns how many values were missing or wrong. Returns nullopt, and leaves the word in any state,
// unless the missing values and twice the wrong ones come to `most` or less: the difference to
// `checks` is what proves that the corrections are right. REQUIRES: 0 < checks < 928, most <=
// checks, and a word of at most 928 values and more than `checks`.
std::optional<std::size_t> correct(std::vector<std::uint16_t>& word,
                                   std::size_t checks,
                                   std::size_t most);

}  // namespace countersign::pdf417
