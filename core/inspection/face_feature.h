#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace countersign {

// The direction of a recognizer's output for a face, as it passes between processes: blocks of
// sixteen numbers of 16 bits, big-endian; the last block is filled with zeros. A cosine of two such
// directions is right to four decimal places. It can identify a person: it is never stored, logged
// or sent to another machine.
using FaceFeature = std::vector<std::array<std::uint8_t, 32>>;

// Several times what known recognizers give (128 to 512), and 8 KiB in a message.
inline constexpr std::size_t kFeatureNumbersMax = 4096;

// Packs at most kFeatureNumbersMax numbers. Empty if they have no direction: without numbers, if
// all are 0, or if one is not finite. Pure.
FaceFeature packed_direction(std::span<const float> numbers);

// Returns the numbers with the length 1, or none if all are 0. Pure; safe for any bytes.
std::vector<float> direction_of(const FaceFeature& feature);

// Returns the cosine of the angle between two directions, -1 to 1.
// REQUIRES: both have as many numbers, and the length 1.
double cosine_of(std::span<const float> one, std::span<const float> other);

}  // namespace countersign
