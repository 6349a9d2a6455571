#pragma once
#include <algorithm>
#include <cstddef>
#include <string_view>

// The names that a backend gives: to a person (`userRef`), and to its own marks of sessions
// (`labels`). The log keeps them for ever, so none of them may look like personal data. Pure.
namespace countersign::http {

inline constexpr std::size_t kUserRefMax = 128;
inline constexpr std::size_t kLabelsMax = 10;
inline constexpr std::size_t kLabelKeyMax = 40;

// Visible ASCII but for these: an identity provider's name for a user has none of them, while an
// address of mail, a quoted text and markup do.
inline constexpr std::string_view kNotInReference = "@\"'`\\<>";

// Whether the text may be a userRef, or the value of a label.
inline bool is_reference(std::string_view text) {
  return !text.empty() && text.size() <= kUserRefMax && std::ranges::all_of(text, [](char c) {
    return c > ' ' && c < '\x7f' && kNotInReference.find(c) == std::string_view::npos;
  });
}

inline bool is_label_key(std::string_view text) {
  return !text.empty() && text.size() <= kLabelKeyMax && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  });
}

inline constexpr std::string_view kLabelsFault =
    "The labels must be an object of at most 10 texts: keys of 1 to 40 characters of a-z, 0-9, _ "
    "and -, each once, and values as a userRef may be.";

}  // namespace countersign::http
