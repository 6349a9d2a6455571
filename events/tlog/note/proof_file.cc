#include "events/tlog/note/proof_file.h"

#include <fmt/format.h>

#include "core/check.h"
#include "core/text/base64url.h"
#include "events/tlog/tree/line_reader.h"

namespace countersign::tlog {
namespace {

constexpr std::string_view kHeader = "c2sp.org/tlog-proof@v1";
constexpr std::string_view kExtra = "extra";
constexpr std::string_view kIndex = "index";

// Returns "" if there is no extra line, and nullopt if the line is malformed.
std::optional<std::string> parse_extra(LineReader& reader) {
  const std::optional<std::string_view> base64 = reader.labelled(kExtra);
  if (!base64) return std::string();
  std::optional<std::string> extra = from_base64(*base64);
  if (!extra || extra->empty() || extra->size() > kProofExtraBytesMax) return std::nullopt;
  return extra;
}

}  // namespace

std::string to_text(const ProofFile& file) {
  check(file.index < kTreeSizeMax && file.proof.size() <= kProofHashesMax,
        "a proof has an index below kTreeSizeMax and at most kProofHashesMax hashes");
  check(file.extra.size() <= kProofExtraBytesMax,
        "the extra data of a proof file have at most kProofExtraBytesMax bytes");
  std::string text = fmt::format("{}\n", kHeader);
  if (!file.extra.empty()) text += fmt::format("{} {}\n", kExtra, to_base64(file.extra));
  text += fmt::format("{} {}\n", kIndex, file.index);
  text += proof_lines(file.proof) + '\n';
  text += file.checkpoint;
  return text;
}

std::optional<ProofFile> parse_proof_file(std::string_view text) {
  LineReader reader(text);
  if (reader.line() != kHeader) return std::nullopt;
  std::optional<std::string> extra = parse_extra(reader);
  const std::optional<std::string_view> index_text = reader.labelled(kIndex);
  if (!extra || !index_text) return std::nullopt;
  const std::optional<std::uint64_t> index = parse_decimal(*index_text);
  std::optional<Proof> proof = reader.proof();
  if (!index || *index == kTreeSizeMax || !proof) return std::nullopt;
  if (reader.rest().empty() || reader.rest().size() > kNoteBytesMax) return std::nullopt;
  return ProofFile{*index, std::move(*proof), std::string(reader.rest()), std::move(*extra)};
}

Result<VerifiedCheckpoint, VerifyError> verify(const ProofFile& file,
                                               const Digest& leaf,
                                               const KnownLog& log,
                                               std::span<const VerifierKey> witnesses) {
  Result<VerifiedCheckpoint, VerifyError> opened = open_checkpoint(file.checkpoint, log, witnesses);
  if (!opened) return opened;
  const Checkpoint& checkpoint = opened->checkpoint;
  if (!verify_inclusion(file.index, checkpoint.size, leaf, file.proof, checkpoint.root)) {
    return VerifyError::NotIncluded;
  }
  return opened;
}

}  // namespace countersign::tlog
