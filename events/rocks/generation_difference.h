#pragma once
#include <optional>
#include <string>

#include "core/result.h"
#include "events/rocks/database/rocks_database.h"
#include "events/view_store.h"

namespace countersign {

constexpr Family family_of(ViewGeneration generation) {
  return generation == ViewGeneration::A ? Family::ViewsA : Family::ViewsB;
}

// ViewStore::first_difference().
Result<std::optional<std::string>, StoreError> first_difference_of(const RocksDatabase& database,
                                                                   ViewGeneration a,
                                                                   ViewGeneration b,
                                                                   const GivenUp& given_up);

}  // namespace countersign
