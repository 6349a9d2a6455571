#pragma once
#include <string>

#include "core/stream/event.h"
#include "tools/terminal/styled_text.h"

namespace countersign {

// Describes an event in the words of an operator: `document FRONT accepted, attempt 1 of 3`.
struct EventSentence {
  std::string text{};  // as the event has its texts: not printable yet
  Style style = Style::Plain;
};

EventSentence sentence_of(const Event& event);

}  // namespace countersign
