#include "events/upcaster.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace countersign {

Result<EventData, std::string> upcast(std::string_view type,
                                      std::uint16_t from_version,
                                      std::uint16_t to_version,
                                      EventData data,
                                      std::span<const Upcaster> upcasters) {
  for (std::uint16_t version = from_version; version < to_version; ++version) {
    const auto step = std::ranges::find_if(upcasters, [&](const Upcaster& upcaster) {
      return upcaster.type == type && upcaster.from_version == version;
    });
    if (step == upcasters.end()) {
      return fmt::format("{} version {}: there is no way to the next version", type, version);
    }
    auto next = step->apply(data.json);
    if (!next) return fmt::format("{} version {}: {}", type, version, next.error());
    data = *std::move(next);
  }
  return data;
}

}  // namespace countersign
