#pragma once
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "events/rocks/active_generation.h"
#include "events/rocks/database/rocks_database.h"
#include "events/rocks/held_space.h"
#include "events/view.h"

namespace rocksdb {
struct ReadOptions;
}

namespace countersign {

// The first byte of every key of a generation is its space; this space is never assigned.
inline constexpr ViewSpace kSpaceEnd = 0xff;

// The stored views of the generation that is active at the time of each call. Thread-safe.
class ActiveViews : public Views {
 public:
  ActiveViews(const RocksDatabase& database, const ActiveGeneration& active, const HeldSpace& held)
      : database_(database), active_(active), held_(held) {}

  Result<std::optional<std::string>, StoreError> get(ViewSpace space,
                                                     std::string_view key) const override;
  Result<std::size_t, StoreError> scan(ViewSpace space,
                                       std::string_view from,
                                       const Sink& sink) const override;
  Result<std::optional<ViewEntry>, StoreError> seek(ViewSpace space,
                                                    std::string_view from) const override;

 private:
  // Iterates over the generation that is active now, even if it stops being active.
  std::unique_ptr<rocksdb::Iterator> iterator(const rocksdb::ReadOptions& options) const;

  const RocksDatabase& database_;
  const ActiveGeneration& active_;
  const HeldSpace& held_;
};

}  // namespace countersign
