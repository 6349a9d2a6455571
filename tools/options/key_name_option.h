#pragma once
#include <string>

#include "events/tlog/note/note_key.h"

namespace countersign {

// Says what is wrong with the name of a key or log, as CLI11 asks: empty for a valid name.
inline std::string wrong_with_key_name(const std::string& text) {
  if (tlog::is_key_name(text)) return "";
  if (text.empty()) return "a name must not be empty";
  return "'" + text + "' has a space, a plus sign or an unprintable character in it";
}

}  // namespace countersign
