#pragma once
#include <string>
#include <string_view>

namespace countersign::confined {

// An image that takes over the process that reads it. Its bytes begin like those of a JPEG and then
// name an action of `hostile_inspector.cc`. That inspector judges all other images as the real one
// does.
inline constexpr std::string_view kHostileStart = "\xff\xd8\xff\xe0 hostile: ";

inline std::string hostile_image(std::string_view action) {
  return std::string(kHostileStart).append(action);
}

}  // namespace countersign::confined
