#include "events/tlog/tree/entry_bundle.h"

#include "core/big_endian.h"
#include "core/check.h"

namespace countersign::tlog {

void append_entry(std::string& bundle, std::string_view entry) {
  check(entry.size() <= kEntryBytesMax, "an entry of a bundle has at most kEntryBytesMax bytes");
  append_big_endian(bundle, static_cast<std::uint16_t>(entry.size()));
  bundle += entry;
}

std::optional<std::vector<std::string_view>> split_bundle(std::string_view bundle,
                                                          std::uint32_t width) {
  std::vector<std::string_view> entries;
  while (!bundle.empty()) {
    if (bundle.size() < sizeof(std::uint16_t) || entries.size() == width) return std::nullopt;
    const auto size = big_endian<std::uint16_t>(bundle);
    bundle.remove_prefix(sizeof(size));
    if (bundle.size() < size) return std::nullopt;
    entries.push_back(bundle.substr(0, size));
    bundle.remove_prefix(size);
  }
  if (entries.size() != width) return std::nullopt;
  return entries;
}

}  // namespace countersign::tlog
