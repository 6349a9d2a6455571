#pragma once
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "core/big_endian.h"
#include "core/ids.h"

namespace countersign {

// A number whose bits are mixed, and which is the same in every build: the finalizer of SplitMix64
// (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, OOPSLA 2014, with the
// constants of Stafford's variant 13), over both halves of the id.
inline std::uint64_t hash_of(const SessionId& session) {
  const auto mixed = [](std::uint64_t bits) {
    bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9;
    bits = (bits ^ bits >> 27) * 0x94d049bb133111eb;
    return bits ^ bits >> 31;
  };
  const Uuid& uuid = session.value();
  const std::string_view bytes(reinterpret_cast<const char*>(uuid.data()), uuid.size());
  const auto high = big_endian<std::uint64_t>(bytes);
  return mixed(mixed(high) ^ big_endian<std::uint64_t>(bytes.substr(sizeof high)));
}

// The order of sessions in an audit: by their hash, and by their id where that is the same.
inline std::pair<std::uint64_t, SessionId> session_key(const SessionId& session) {
  return {hash_of(session), session};
}

struct HashOfSessionId {
  std::size_t operator()(const SessionId& id) const { return hash_of(id); }
};

}  // namespace countersign
