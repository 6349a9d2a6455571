#pragma once
#include <span>

#include "events/record/upcaster.h"

// Events as they were in earlier versions, with the upcaster from each version to the next.
//
// Every event type is still in its first version, so there are none. When the fields of a type
// change, copy its struct and its list of fields here under a name that ends in V1, give the type,
// in its stream's folder, the next version, and add the upcaster to kUpcasters. Copy a record that
// the struct shares with present events too, before that record changes. The invented example of
// tests/events/older_version_test.cc shows each step.
namespace countersign {

inline constexpr std::span<const Upcaster> kUpcasters{};

}  // namespace countersign
