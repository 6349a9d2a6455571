#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace countersign::pdf417 {

// Returns the bytes that the codewords of a symbol stand for (ISO/IEC 15438, 5.4), without the
// first one, which is their number, and without those of error correction. Returns nullopt where
// they contradict the standard, and for what no card has: another character set, a part of several
// symbols, and a symbol that programs a reader. REQUIRES: at most 928 codewords, each below 929.
std::optional<std::string> contents_of(std::span<const std::uint16_t> codewords);

}  // namespace countersign::pdf417
