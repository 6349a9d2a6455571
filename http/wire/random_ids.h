#pragma once
#include "core/ids.h"
#include "core/random_source.h"

namespace countersign::http {

// A version 4 UUID (RFC 9562).
inline Uuid random_uuid(RandomSource& random) {
  Uuid bytes{};
  random.fill(bytes);
  return uuid_from_random(bytes);
}

// A version 7 UUID: names of what is stored are written, and found, next to each other when
// they are made one after the other. They tell when, to who has one, and nothing more.
inline Uuid ordered_uuid(UtcTime now, RandomSource& random) {
  Uuid bytes{};
  random.fill(bytes);
  return uuid_from_time(now, bytes);
}

}  // namespace countersign::http
