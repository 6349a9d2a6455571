#include "events/record/upcaster.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace countersign {

const Upcaster* find_upcaster(std::string_view type,
                              std::uint16_t from_version,
                              std::span<const Upcaster> upcasters) {
  const auto found = std::ranges::find_if(upcasters, [&](const Upcaster& upcaster) {
    return upcaster.type == type && upcaster.from_version == from_version;
  });
  return found == upcasters.end() ? nullptr : &*found;
}

Result<EventData, std::string> upcast(std::string_view type,
                                      std::uint16_t from_version,
                                      std::uint16_t to_version,
                                      EventData data,
                                      std::span<const Upcaster> upcasters) {
  for (std::uint16_t version = from_version; version < to_version; ++version) {
    const Upcaster* step = find_upcaster(type, version, upcasters);
    if (step == nullptr) {
      return fmt::format(
          "{} version {}: this program cannot convert it to the next version", type, version);
    }
    auto next = step->apply(data.json);
    if (!next) return fmt::format("{} version {}: {}", type, version, next.error());
    data = *std::move(next);
  }
  return data;
}

}  // namespace countersign
