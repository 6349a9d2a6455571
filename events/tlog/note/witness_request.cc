#include "events/tlog/note/witness_request.h"

#include <fmt/format.h>

#include "core/check.h"
#include "events/tlog/note/signed_note.h"
#include "events/tlog/tree/line_reader.h"

namespace countersign::tlog {
namespace {

constexpr std::string_view kOld = "old";

}  // namespace

std::string to_text(const WitnessRequest& request) {
  check(request.old_size <= kTreeSizeMax && request.proof.size() <= kProofHashesMax,
        "a witness request has an old size up to kTreeSizeMax and at most kProofHashesMax hashes");
  return fmt::format(
      "{} {}\n{}\n{}", kOld, request.old_size, proof_lines(request.proof), request.checkpoint);
}

std::optional<WitnessRequest> parse_witness_request(std::string_view body) {
  LineReader reader(body);
  const std::optional<std::string_view> old_text = reader.labelled(kOld);
  if (!old_text) return std::nullopt;
  const std::optional<std::uint64_t> old_size = parse_decimal(*old_text);
  std::optional<Proof> proof = reader.proof();
  if (!old_size || !proof) return std::nullopt;
  if (reader.rest().empty() || reader.rest().size() > kNoteBytesMax) return std::nullopt;
  return WitnessRequest{*old_size, std::move(*proof), std::string(reader.rest())};
}

}  // namespace countersign::tlog
