#pragma once
#include <rapidjson/document.h>

#include <cstdint>
#include <string>

#include "tools/terminal/screen.h"
#include "tools/terminal/styled_text.h"

namespace countersign {

// Returns whether the value is a list, not empty, of events in their stored form
// (events/record/codec.h).
bool is_event_list(const rapidjson::Value& value);

enum class StreamColumn : std::uint8_t { Shown, Omitted };

// Appends a line for each event. At a terminal: sequence, time, stream, sentence; on further lines
// where they do not fit.
// Without one: sequence, time, stream, type, actor, sentence, all of it whole, for scripts. An
// event that cannot be read has its type in place of the sentence. REQUIRES: is_event_list(events).
void append_events(StyledText& out,
                   const rapidjson::Value& events,
                   const std::string& indent,
                   const Screen& screen,
                   StreamColumn stream);

}  // namespace countersign
