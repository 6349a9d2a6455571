#include "http/limits/transfer_slots.h"

#include "core/check.h"

namespace countersign::http {

TransferSlots::TransferSlots(std::size_t total) : shares_(total) {
  check(total > 0, "the number of transfer slots is above 0");
}

}  // namespace countersign::http
