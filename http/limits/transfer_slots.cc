#include "http/limits/transfer_slots.h"

#include "core/check.h"

namespace countersign::http {

TransferSlots::TransferSlots(std::size_t total) : shares_(total) {
  check(total > 0, "transfers without a slot");
}

}  // namespace countersign::http
