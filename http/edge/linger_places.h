#pragma once
#include <cstddef>
#include <map>
#include <optional>

#include "http/edge/socket/address_block.h"

namespace countersign::http {

// The connections of one loop that are waited for with patience: those whose clients still send a
// body that was answered early. An address has half of the places, so that nobody takes them all.
//
// One thread.
class LingerPlaces {
 public:
  explicit LingerPlaces(std::size_t places) : places_(places) {}

  // Takes a place. Returns false if none is left, for the address or at all. A connection without
  // an address, as of a trusted proxy, shares all places.
  bool enter(const std::optional<AddressBlock>& address) {
    if (taken_ == places_) return false;
    if (address) {
      std::size_t& of_address = by_address_[*address];
      if (of_address * 2 >= places_) return false;
      ++of_address;
    }
    ++taken_;
    return true;
  }

  // REQUIRES: enter() returned true for this address, once for each call.
  void leave(const std::optional<AddressBlock>& address) {
    --taken_;
    if (!address) return;
    const auto found = by_address_.find(*address);
    if (--found->second == 0) by_address_.erase(found);
  }

 private:
  const std::size_t places_;
  std::size_t taken_ = 0;
  std::map<AddressBlock, std::size_t> by_address_;
};

}  // namespace countersign::http
