#pragma once
#include "core/ids.h"
#include "core/random_source.h"

namespace countersign::http {

// Returns a version 4 UUID (RFC 9562).
inline Uuid random_uuid(RandomSource& random) {
  Uuid bytes{};
  random.fill(bytes);
  return uuid_from_random(bytes);
}

// Returns a version 7 UUID. Ids that are made one after the other are written and found next to
// each other in storage. An id reveals when it was made, and nothing else.
inline Uuid ordered_uuid(UtcTime now, RandomSource& random) {
  Uuid bytes{};
  random.fill(bytes);
  return uuid_from_time(now, bytes);
}

}  // namespace countersign::http
