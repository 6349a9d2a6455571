#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace countersign {

// Where in a picture things were seen, for people who examine why it was judged as it was. Made
// only on request; never stored, and never part of an answer to a client.

struct TracePoint {
  std::int32_t x = 0;  // pixels of the upright picture, from its top left corner; may lie outside
  std::int32_t y = 0;
  bool operator==(const TracePoint&) const = default;
};

struct TraceShape {
  std::string name;  // "document", "machine-readable zone", "glare", "portrait", "face"
  std::vector<TracePoint> corners;
  std::optional<std::uint32_t> frame{};  // number in a liveness submission, from 1
  bool operator==(const TraceShape&) const = default;
};

using Trace = std::vector<TraceShape>;

}  // namespace countersign
