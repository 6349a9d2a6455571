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

}  // namespace countersign::http
