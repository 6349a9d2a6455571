#include "events/audit/range/range_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/check.h"
#include "core/text/bytes.h"
#include "events/tlog/tree/line_reader.h"

namespace countersign {
namespace {

constexpr std::string_view kRangeFormat = "countersign-range/v1";
constexpr std::size_t kEdgeSizeBytes = sizeof(std::uint64_t);

tlog::Proof hashes_of_edge(const tlog::Frontier& edge) {
  const std::string encoded = edge.encode();
  tlog::Proof hashes((encoded.size() - kEdgeSizeBytes) / sizeof(Digest));
  auto from = bytes_of(encoded).subspan(kEdgeSizeBytes);
  for (Digest& hash : hashes) {
    std::ranges::copy(from.first(hash.size()), hash.begin());
    from = from.subspan(hash.size());
  }
  return hashes;
}

std::optional<tlog::Frontier> edge_of(std::uint64_t size, const tlog::Proof& hashes) {
  std::string encoded;
  for (std::size_t i = kEdgeSizeBytes; i-- > 0;)
    encoded += static_cast<char>(size >> (8 * i) & 0xff);
  for (const Digest& hash : hashes) encoded += text_of(hash);
  return tlog::Frontier::decode(encoded);
}

std::optional<std::uint64_t> size_labelled(tlog::LineReader& lines, std::string_view label) {
  const auto text = lines.labelled(label);
  return text ? tlog::parse_decimal(*text) : std::nullopt;
}

}  // namespace

Result<RangeFile, tlog::ReadError> prove_range(tlog::HashReader& tree,
                                               std::uint64_t from,
                                               std::uint64_t to) {
  check(0 < from && from < to, "a range has events, and a checkpoint before them");
  auto edge = tlog::Frontier::of(tree, from);
  if (!edge) return edge.error();
  auto consistency = tlog::prove_consistency(tree, from, to);
  if (!consistency) return consistency.error();
  return RangeFile{*std::move(edge), to, *std::move(consistency)};
}

std::string to_text(const RangeFile& file) {
  check(0 < file.from() && file.from() < file.to, "a range has events, and something before them");
  return fmt::format("{}\nfrom {}\nto {}\n{}\n{}\n",
                     kRangeFormat,
                     file.from(),
                     file.to,
                     tlog::proof_lines(hashes_of_edge(file.edge)),
                     tlog::proof_lines(file.consistency));
}

std::optional<RangeFile> parse_range_file(std::string_view text) {
  tlog::LineReader lines(text);
  if (lines.line() != kRangeFormat) return std::nullopt;
  const auto from = size_labelled(lines, "from");
  const auto to = from ? size_labelled(lines, "to") : std::nullopt;
  if (!to || *from == 0 || *from >= *to) return std::nullopt;
  const auto hashes = lines.proof();
  auto consistency = hashes ? lines.proof() : std::nullopt;
  if (!consistency || !lines.rest().empty()) return std::nullopt;
  auto edge = edge_of(*from, *hashes);
  if (!edge) return std::nullopt;
  return RangeFile{*std::move(edge), *to, *std::move(consistency)};
}

}  // namespace countersign
