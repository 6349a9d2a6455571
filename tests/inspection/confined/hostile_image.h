#pragma once
#include <string>
#include <string_view>

namespace countersign::confined {

// An image that takes over who looks at it: the bytes begin as those of a JPEG, and then name
// what `hostile_inspector.cc` does. Every other image it judges as the real inspector does.
inline constexpr std::string_view kHostileStart = "\xff\xd8\xff\xe0 hostile: ";

inline std::string hostile_image(std::string_view action) {
  return std::string(kHostileStart).append(action);
}

}  // namespace countersign::confined
