#include "http/call/path_mask.h"

#include <algorithm>

#include "core/ids.h"

namespace countersign::http {
namespace {

constexpr char kMasked = '*';

// Takes the text up to the next slash off the path, and the slash with it.
std::string_view take_segment(std::string_view& path) {
  const std::size_t end = std::min(path.find('/'), path.size());
  const std::string_view segment = path.substr(0, end);
  path.remove_prefix(std::min(end + 1, path.size()));
  return segment;
}

}  // namespace

void PathMask::learn(std::string_view path) {
  while (!path.empty()) {
    const std::string_view segment = take_segment(path);
    if (!segment.starts_with('{')) literals_.insert(segment);
  }
}

bool PathMask::is_plain(std::string_view segment) const {
  return segment.empty() || literals_.contains(segment) || parse_uuid(segment).has_value();
}

std::string PathMask::shown(std::string_view path, std::size_t most) const {
  std::string shown;
  while (!path.empty() && shown.size() < most) {
    const std::size_t left = path.size();
    const std::string_view segment = take_segment(path);
    if (is_plain(segment)) {
      shown += segment;
    } else {
      shown += kMasked;
    }
    if (left > segment.size()) shown += '/';
  }
  return shown;
}

}  // namespace countersign::http
