#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/ids.h"
#include "core/result.h"
#include "events/store_error.h"
#include "projections/fold/projection.h"
#include "projections/fold/record_bytes.h"
#include "projections/fold/view_key.h"

// How queries read the views. A record or key of another form is StoreError::Corrupt.
namespace countersign {

// The record under `key`; nullopt if there is none. Blocks.
template <class T>
Result<std::optional<T>, StoreError> read_record(const Views& views,
                                                 ViewSpace space,
                                                 std::string_view key) {
  const auto bytes = views.get(space, key);
  if (!bytes) return bytes.error();
  if (!*bytes) return std::optional<T>();
  std::optional<T> record = from_bytes<T>(**bytes);
  if (!record) return StoreError::Corrupt;
  return record;
}

// At most `limit` of the sequences behind `prefix` in the keys of an index, those that come after
// `after`, in their order. Blocks.
inline Result<std::vector<Sequence>, StoreError> sequences_behind(const Views& views,
                                                                  ViewSpace space,
                                                                  const std::string& prefix,
                                                                  Sequence after,
                                                                  std::size_t limit) {
  std::vector<Sequence> found;
  if (limit == 0) return found;
  const std::string from = prefix + ViewKey().number(after.value() + 1).take();
  const auto scanned = views.scan(space, from, [&](std::string_view key, std::string_view) {
    if (!key.starts_with(prefix)) return false;
    found.emplace_back(ViewKey::number_at(key, prefix.size()));
    return found.size() < limit;
  });
  if (!scanned) return scanned.error();
  return found;
}

}  // namespace countersign
