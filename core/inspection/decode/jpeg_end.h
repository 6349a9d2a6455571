#pragma once
#include <algorithm>
#include <cstddef>
#include <string_view>

namespace countersign {

// Whether the last pixels of a JPEG seem to be made of a filling, such as the zeros of a download
// that was broken off: one byte fills the file from well before the place where a decoder had all
// pixels to well behind it. `fetched` is that place, and no marker stands there. The end of a
// picture in one tone can look the same. Pure.
inline bool jpeg_seems_filled(std::string_view file, std::size_t fetched) {
  // A decoder takes up to eight bytes of data more than it needs, each of which may be stuffed with
  // a zero. Encoders fill the last byte with ones (ITU-T T.81, F.1.2.3), so that it seldom goes on
  // in zeros behind it.
  constexpr std::size_t kReadAhead = 16;
  constexpr std::size_t kBefore = kReadAhead + 2;
  constexpr std::size_t kBehind = 8;
  const std::size_t at = std::min(fetched, file.size());
  if (at < kBefore) return false;
  const char filling = file[at - 1];
  const std::string_view before = file.substr(at - kBefore, kBefore);
  if (before.find_first_not_of(filling) != before.npos) return false;
  const std::string_view behind = file.substr(at);
  const std::size_t run = behind.find_first_not_of(filling);
  if (run == behind.npos) return true;
  // Some encoders write more before the end than they must.
  return run >= kBehind && !behind.substr(run).starts_with("\xFF\xD9");
}

}  // namespace countersign
