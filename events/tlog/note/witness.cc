#include "events/tlog/note/witness.h"

#include <algorithm>
#include <utility>

#include "events/tlog/note/witness_request.h"

namespace countersign::tlog {
namespace {

bool is_of(const NoteSignature& signature, const KnownLog& log) {
  return std::ranges::any_of(log.keys, [&](const VerifierKey& key) {
    return key.name() == signature.name && key.id() == signature.id;
  });
}

// Keeps only the log's own signatures: anybody may have added other signature lines to the note.
SignedNote with_signatures_of(const KnownLog& log, SignedNote note) {
  SignedNote kept{std::move(note.text), {}};
  for (NoteSignature& signature : note.signatures) {
    if (is_of(signature, log)) add_signature(kept, std::move(signature));
  }
  return kept;
}

}  // namespace

Result<Submission, WitnessRefusal> read_submission(std::string_view body,
                                                   std::span<const KnownLog> logs) {
  std::optional<WitnessRequest> request = parse_witness_request(body);
  if (!request) return WitnessRefusal::Malformed;
  std::optional<SignedNote> note = parse_note(request->checkpoint);
  if (!note) return WitnessRefusal::Malformed;
  std::optional<Checkpoint> checkpoint = parse_checkpoint(note->text);
  if (!checkpoint) return WitnessRefusal::Malformed;

  const auto log = std::ranges::find(logs, checkpoint->origin, &KnownLog::origin);
  if (log == logs.end()) return WitnessRefusal::UnknownLog;
  if (!verify_note(*note, log->keys)) return WitnessRefusal::NotSigned;
  if (request->old_size > checkpoint->size) return WitnessRefusal::Malformed;
  return Submission{request->old_size,
                    std::move(request->proof),
                    std::move(*checkpoint),
                    with_signatures_of(*log, std::move(*note))};
}

std::optional<WitnessRefusal> refusal_of(const Submission& submission,
                                         const std::optional<Checkpoint>& latest) {
  const std::uint64_t size = latest ? latest->size : 0;
  const Digest root = latest ? latest->root : empty_root();
  if (submission.old_size != size) return WitnessRefusal::OtherSize;
  const Checkpoint& checkpoint = submission.checkpoint;
  if (!verify_consistency(size, root, checkpoint.size, checkpoint.root, submission.proof)) {
    return WitnessRefusal::Inconsistent;
  }
  return std::nullopt;
}

}  // namespace countersign::tlog
