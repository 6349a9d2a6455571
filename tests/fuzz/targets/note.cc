// Signed notes, checkpoints, cosignatures and keys from a stranger. Whatever is read has only one
// text form, and whatever is believed was signed.
#include <algorithm>
#include <array>
#include <string>

#include "core/check.h"
#include "events/audit/export/export_folder.h"
#include "events/tlog/note/checkpoint.h"
#include "events/tlog/note/cosignature.h"
#include "events/tlog/note/signed_note.h"
#include "tests/events/tlog/note/keys.h"
#include "tests/fuzz/target.h"

namespace countersign::fuzz::note_target {

bool has_signature(const tlog::SignedNote& note, const tlog::NoteSignature& signature) {
  return std::ranges::find(note.signatures, signature) != note.signatures.end();
}

void check_keys(std::string_view input) {
  if (const auto key = tlog::VerifierKey::parse(input)) {
    check(key->to_text() == input, "a parsed verifier key is written back as the same text");
  }
  if (const auto key = tlog::SignerKey::parse(Secret(input))) {
    check(input.starts_with(key->to_text().reveal()),
          "a parsed signer key is written back as the beginning of the same text");
  }
  if (const auto keys = export_folder::parse_keys(input)) {
    check(export_folder::to_text(*keys) == input,
          "a parsed list of keys is written back as the same text");
  }
}

void check_note(std::string_view input, const tlog::SignedNote& note) {
  static const tlog::SignerKey log_key = tlog::log_key();
  static const tlog::KnownLog log{log_key.verifier().name(), {log_key.verifier()}};
  static const std::array<tlog::VerifierKey, 1> witnesses{tlog::witness_key().verifier()};

  check(tlog::to_text(note) == input, "a parsed note is written back as the same text");
  check(tlog::is_note_text(note.text),
        "the text within a parsed note is valid as the text of a note");
  if (tlog::verify_note(note, log.keys)) {
    check(has_signature(note, tlog::sign_note(log_key, note.text)),
          "a note that is verified has the signature of the log");
  }
  const auto opened = tlog::open_checkpoint(input, log, witnesses);
  if (!opened) return;
  check(tlog::to_text(opened->checkpoint) == note.text,
        "the text of an opened checkpoint is the text of its note");
  check(opened->checkpoint.origin == log.origin,
        "the origin of an opened checkpoint is the origin of the log");
  check(has_signature(note, tlog::sign_note(log_key, note.text)),
        "an opened checkpoint has the signature of the log");
  for (const auto& endorsement : opened->endorsements) {
    if (!endorsement.cosigned_at_s) continue;
    check(has_signature(note,
                        tlog::cosign(tlog::witness_key(), note.text, *endorsement.cosigned_at_s)),
          "an endorsement with a time belongs to a cosignature of the witness");
  }
}

void run(std::string_view input) {
  check_keys(input);
  if (const auto checkpoint = tlog::parse_checkpoint(input)) {
    check(tlog::to_text(*checkpoint) == input,
          "a parsed checkpoint is written back as the same text");
  }
  if (const auto signatures = tlog::parse_signatures(input)) {
    check(tlog::to_text(*signatures) == input,
          "parsed signature lines are written back as the same text");
  }
  if (const auto note = tlog::parse_note(input)) check_note(input, *note);
}

const Target kTarget("note", run);

}  // namespace countersign::fuzz::note_target
