#include "events/view.h"

namespace countersign {

Result<std::optional<ViewEntry>, StoreError> Views::seek(ViewSpace space,
                                                         std::string_view from) const {
  std::optional<ViewEntry> first;
  const auto scanned = scan(space, from, [&](std::string_view key, std::string_view value) {
    first = ViewEntry{std::string(key), std::string(value)};
    return false;
  });
  if (!scanned) return scanned.error();
  return first;
}

}  // namespace countersign
