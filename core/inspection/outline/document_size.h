#pragma once
#include <cstdint>

#include "core/inspection/mrz/mrz.h"

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

// The size of the document on which a zone of this layout is printed.
constexpr DocumentSize size_of(const MrzLayout& layout) {
  if (layout == kTwoLinesOf44) return DocumentSize::Id3;
  return layout == kTwoLinesOf36 ? DocumentSize::Id2 : DocumentSize::Id1;
}

}  // namespace countersign
