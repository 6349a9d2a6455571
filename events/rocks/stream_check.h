#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/result.h"
#include "core/stream/recorded_event.h"
#include "events/rocks/database/rocks_database.h"
#include "events/store_error.h"

namespace countersign {

// Checks each stream that one append continues once against the log. The streams' names must
// outlive the check.
class StreamCheck {
 public:
  explicit StreamCheck(const RocksDatabase& database) : database_(database) {}

  // Empty if `version` is the next version of the stream.
  std::optional<StoreError> next(const StreamId& stream, StreamVersion version);

 private:
  Result<std::optional<std::string>, StoreError> find(const StreamId& stream,
                                                      StreamVersion version) const;

  const RocksDatabase& database_;
  std::unordered_map<std::string_view, StreamVersion> versions_;
};

}  // namespace countersign
