#pragma once
#include <cstdint>

#include "tests/drawing/document.h"

namespace countersign::drawing {

// Things that people photograph and that are no identity document: straight borders and print, and
// neither a machine-readable zone nor a portrait.
enum class Thing : std::uint8_t {
  Sheet,         // of A4, with paragraphs
  BankCard,      // embossed digits, a chip, a logo
  BankCardBack,  // a magnetic stripe, a signature panel, small print
  BookCover,
  Screen,  // with windows of text
  Receipt,
};

// The thing seen flat. Equal seeds give equal things.
FlatDocument draw_thing(Thing thing, std::uint64_t seed);

}  // namespace countersign::drawing
