#pragma once
#include <optional>
#include <string>

#include "core/result.h"
#include "events/event_log.h"
#include "events/rocks/database/rocks_database.h"

namespace countersign {

constexpr Family family_of(ViewSlot slot) {
  return slot == ViewSlot::A ? Family::ViewsA : Family::ViewsB;
}

// EventLog::first_difference().
Result<std::optional<std::string>, StoreError> first_difference_of(const RocksDatabase& database,
                                                                   ViewSlot a,
                                                                   ViewSlot b);

}  // namespace countersign
