#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/result.h"
#include "events/tlog/tree/frontier.h"
#include "events/tlog/tree/merkle_proof.h"

// A range of a log: a folder with the events between two checkpoints.
//
//   range                 where the range lies, and the hashes that prove it: RangeFile
//   events.jsonl          the events, one per line; the first is that of sequence from + 1
//   checkpoint            signed note of the tree at the end of the range
//   checkpoints/<from>    signed note of the tree before the range, the size as 20 digits; and
//                         perhaps others, of sizes within the range
//   vkeys.txt             who signs, as in an export (events/audit/export/export_folder.h)
//   unfinished-range      exists only while the range is written; empty
namespace countersign {

namespace range_folder {

inline constexpr std::string_view kRange = "range";
inline constexpr std::string_view kUnfinished = "unfinished-range";
// The length of the file is at most this: a head, and the hashes of an edge and of a proof.
inline constexpr std::size_t kRangeBytesMax = 8192;

}  // namespace range_folder

// The file `range` of such a folder. Its hashes grow with the logarithm of the log.
//
//   countersign-range/v1
//   from 4096
//   to 8192
//   <the hashes of the edge in base64, one a line, the largest subtree first>
//   <an empty line>
//   <the hashes of the consistency proof, one a line>
//   <an empty line>
struct RangeFile {
  // The right edge of the tree of the first `from` leaves: enough to append the events of the
  // range. Whoever has the root of that tree can check it.
  tlog::Frontier edge{};
  std::uint64_t to = 0;       // the size of the tree at the end of the range
  tlog::Proof consistency{};  // RFC 6962, section 2.1.2, from the size of the edge to `to`

  std::uint64_t from() const { return edge.size(); }
  std::uint64_t events() const { return to - edge.size(); }
};

// Reads the hashes of a range from the tree. REQUIRES: 0 < from < to, and `tree` has `to` leaves.
Result<RangeFile, tlog::ReadError> prove_range(tlog::HashReader& tree,
                                               std::uint64_t from,
                                               std::uint64_t to);

// REQUIRES: 0 < from() < to <= tlog::kTreeSizeMax.
std::string to_text(const RangeFile& file);
// The inverse. Accepts exactly the form above, with as many hashes of the edge as its size has
// bits, and a range that is neither empty nor reversed. Whether the hashes are those of a signed
// tree is for the caller to check.
std::optional<RangeFile> parse_range_file(std::string_view text);

}  // namespace countersign
