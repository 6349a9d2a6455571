#include "events/tlog/note/checkpoint.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "core/check.h"
#include "core/text/base64url.h"
#include "events/tlog/tree/line_reader.h"

namespace countersign::tlog {
namespace {

bool is_line(std::string_view text) { return !text.empty() && text.find('\n') == text.npos; }

bool only_not_signed(const Result<std::vector<Endorsement>, VerifyError>& endorsements) {
  return !endorsements && endorsements.error() == VerifyError::NotSigned;
}

}  // namespace

std::string to_text(const Checkpoint& checkpoint) {
  check(is_line(checkpoint.origin), "the origin of a checkpoint is a non-empty line");
  check(checkpoint.size <= kTreeSizeMax, "the tree size of a checkpoint is at most kTreeSizeMax");
  std::string text =
      fmt::format("{}\n{}\n{}\n", checkpoint.origin, checkpoint.size, to_base64(checkpoint.root));
  for (const std::string& extension : checkpoint.extensions) {
    check(is_line(extension), "an extension of a checkpoint is a non-empty line");
    text += extension + '\n';
  }
  return text;
}

std::optional<Checkpoint> parse_checkpoint(std::string_view text) {
  LineReader reader(text);
  const std::optional<std::string_view> origin = reader.line();
  const std::optional<std::string_view> size_line = reader.line();
  const std::optional<std::string_view> root_line = reader.line();
  if (!origin || origin->empty() || !size_line || !root_line) return std::nullopt;
  const std::optional<std::uint64_t> size = parse_decimal(*size_line);
  const std::optional<Digest> root = parse_hash(*root_line);
  if (!size || !root) return std::nullopt;
  Checkpoint checkpoint{std::string(*origin), *size, *root, {}};
  while (!reader.rest().empty()) {
    const std::optional<std::string_view> extension = reader.line();
    if (!extension || extension->empty()) return std::nullopt;
    checkpoint.extensions.emplace_back(*extension);
  }
  return checkpoint;
}

Result<VerifiedCheckpoint, VerifyError> open_checkpoint(std::string_view note,
                                                        const KnownLog& log,
                                                        std::span<const VerifierKey> witnesses) {
  const std::optional<SignedNote> parsed = parse_note(note);
  if (!parsed) return VerifyError::Malformed;
  std::optional<Checkpoint> checkpoint = parse_checkpoint(parsed->text);
  if (!checkpoint) return VerifyError::Malformed;
  if (checkpoint->origin != log.origin) return VerifyError::WrongOrigin;

  Result<std::vector<Endorsement>, VerifyError> endorsements = verify_note(*parsed, log.keys);
  if (!endorsements) return endorsements.error();
  Result<std::vector<Endorsement>, VerifyError> cosigned = verify_note(*parsed, witnesses);
  if (!cosigned && !only_not_signed(cosigned)) return cosigned.error();
  if (cosigned) std::ranges::move(*cosigned, std::back_inserter(*endorsements));
  return VerifiedCheckpoint{std::move(*checkpoint), *std::move(endorsements)};
}

}  // namespace countersign::tlog
