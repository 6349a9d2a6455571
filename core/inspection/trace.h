#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/schema.h"

namespace countersign {

// The places in a picture where the engine found something, for people who examine how a judgement
// came about. Made only on request; never stored, and never part of an answer to a client.

struct TracePoint {
  std::int32_t x = 0;  // pixels of the upright picture, from its top left corner; may lie outside
  std::int32_t y = 0;
  bool operator==(const TracePoint&) const = default;
};
template <>
inline constexpr auto fields_of<TracePoint> = fields(Field{"x", &TracePoint::x},
                                                     Field{"y", &TracePoint::y});
static_assert(record_is_sound<TracePoint>);

struct TraceShape {
  std::string name;  // "document", "machine-readable zone", "glare", "portrait", "face"
  std::vector<TracePoint> corners;
  std::optional<std::uint32_t> frame{};  // number in a liveness submission, from 1
  bool operator==(const TraceShape&) const = default;
};
template <>
inline constexpr auto fields_of<TraceShape> = fields(Field{"name", &TraceShape::name},
                                                     Field{"corners", &TraceShape::corners},
                                                     Field{"frame", &TraceShape::frame});
static_assert(record_is_sound<TraceShape>);

using Trace = std::vector<TraceShape>;

}  // namespace countersign
