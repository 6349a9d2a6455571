#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "core/schema.h"
#include "core/utc_time.h"
#include "events/view.h"

namespace countersign {

// A first-in first-out queue inside a view, for items that a fold must drop again once later events
// show that their time is over. Its state is in the batch only, so folds that use it stay pure.
//
//   'q'        -> the indices of the oldest and the next item, and the oldest's time
//   'q' index  -> time, item
//
// REQUIRES: items are pushed in the order of their times, as events happen.
class ExpiryQueue {
 public:
  explicit ExpiryQueue(ViewSpace space) : space_(space) {}

  void push(ViewBatch& views, UtcTime at, std::string_view item) const;

  // Removes the items whose time is `cutoff` or before, the oldest first and at most `limit`, and
  // calls `drop` with each.
  void take_until(ViewBatch& views,
                  UtcTime cutoff,
                  std::size_t limit,
                  const std::function<void(const std::string& item)>& drop) const;

  static std::uint32_t shape();

 private:
  ViewSpace space_;
};

}  // namespace countersign
