#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

// The symbol characters of PDF417 (ISO/IEC 15438, 5.3 and annex A).
namespace countersign::pdf417 {

inline constexpr unsigned kModules = 17;       // of a symbol character
inline constexpr std::size_t kElements = 8;    // its bars and spaces, a bar first
inline constexpr unsigned kWidest = 6;         // modules of one element
inline constexpr std::uint16_t kValues = 929;  // of a codeword
inline constexpr std::uint8_t kClusters = 3;   // the rows of a symbol use one after the other

struct Codeword {
  std::uint8_t cluster = 0;  // 0 to 2, where the standard writes 0, 3 and 6
  std::uint16_t value = 0;   // below kValues
};

// The widths of the elements, in modules.
using Elements = std::array<unsigned, kElements>;

// Returns the codeword with these bars and spaces; nullopt if no codeword has them.
std::optional<Codeword> codeword_of(const Elements& widths);

// The reverse. REQUIRES: there is such a codeword.
Elements elements_of(const Codeword& codeword);

}  // namespace countersign::pdf417
