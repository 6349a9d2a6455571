#include "http/transfer_slots.h"

#include <algorithm>

#include "core/check.h"

namespace countersign::http {

TransferSlots::TransferSlots(std::size_t total)
    : total_(total), total_a_client_(std::max<std::size_t>(1, total / 2)) {
  check(total > 0, "transfers without a slot");
}

std::optional<TransferSlots::Slot> TransferSlots::enter(const ClientKey& client) {
  const std::lock_guard lock(mutex_);
  if (taken_ >= total_) return std::nullopt;
  std::size_t& of_client = by_client_[client];
  if (of_client >= total_a_client_) return std::nullopt;
  ++of_client;
  ++taken_;
  return std::optional<Slot>(std::in_place, *this, client);
}

void TransferSlots::leave(const ClientKey& client) {
  const std::lock_guard lock(mutex_);
  const auto place = by_client_.find(client);
  check(place != by_client_.end() && taken_ > 0, "a slot that was not taken is given back");
  --taken_;
  if (--place->second == 0) by_client_.erase(place);
}

std::size_t TransferSlots::taken() const {
  const std::lock_guard lock(mutex_);
  return taken_;
}

}  // namespace countersign::http
