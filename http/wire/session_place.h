#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "core/text/base64url.h"
#include "projections/views/session/session_index.h"

// The text of a place in a list of sessions, which an answer gives as `next` and a request as
// `after`. Callers are promised nothing about its form. Pure.
namespace countersign::http {

inline std::string text_of_place(const SessionPlace& place) {
  return to_base64url(SessionIndex::bytes_of_place(place));
}

// Nullopt for every other text.
inline std::optional<SessionPlace> place_in_text(std::string_view text) {
  const auto bytes = from_base64url(text);
  return bytes ? SessionIndex::place_in(*bytes) : std::nullopt;
}

}  // namespace countersign::http
