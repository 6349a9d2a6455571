#pragma once
#include <cstdint>

namespace countersign {

// The sizes of identity documents (ISO/IEC 7810, ICAO Doc 9303): ID-1 is a card, ID-2 an older card
// or a small visa, ID-3 a passport's page.
enum class DocumentSize : std::uint8_t { Id1, Id2, Id3 };

struct Millimetres {
  double width = 0;
  double height = 0;
};

constexpr Millimetres millimetres_of(DocumentSize size) {
  switch (size) {
    case DocumentSize::Id1:
      return {85.60, 53.98};
    case DocumentSize::Id2:
      return {105, 74};
    case DocumentSize::Id3:
      break;
  }
  return {125, 88};
}

// Width over height.
constexpr double aspect_of(DocumentSize size) {
  const Millimetres mm = millimetres_of(size);
  return mm.width / mm.height;
}

}  // namespace countersign
