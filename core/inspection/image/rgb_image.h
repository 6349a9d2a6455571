#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace countersign {

// A picture in memory: rows from the top, three bytes per pixel, no padding.
struct RgbImage {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::vector<std::uint8_t> bytes;

  RgbImage() = default;
  RgbImage(std::uint32_t columns, std::uint32_t rows)
      : width(columns), height(rows), bytes(std::size_t{columns} * rows * 3) {}

  std::uint8_t* row(std::uint32_t y) { return bytes.data() + std::size_t{y} * width * 3; }
  const std::uint8_t* row(std::uint32_t y) const {
    return bytes.data() + std::size_t{y} * width * 3;
  }
  bool operator==(const RgbImage&) const = default;
};

}  // namespace countersign
