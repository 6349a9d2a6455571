#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "events/tlog/note/note_key.h"
#include "events/tlog/tree/verify_error.h"

// C2SP signed-note: a text and who signed it.
namespace countersign::tlog {

inline constexpr std::size_t kNoteBytesMax = 1'000'000;
inline constexpr std::size_t kNoteSignaturesMax = 100;

// One signature line, `— <name> <base64 of id and signature>`.
struct NoteSignature {
  std::string name;
  std::uint32_t id = 0;
  std::string bytes;

  friend bool operator==(const NoteSignature&, const NoteSignature&) = default;
};

struct SignedNote {
  std::string text;  // with its last newline
  std::vector<NoteSignature> signatures;

  friend bool operator==(const SignedNote&, const SignedNote&) = default;
};

// Whether a note may have that text: UTF-8, no control characters but newlines, one of which
// is at its end.
bool is_note_text(std::string_view text);

// REQUIRES: is_note_text(text), and the key is of type Log.
NoteSignature sign_note(const SignerKey& key, std::string_view text);

// REQUIRES: is_note_text(note.text), names are key names, 1 to kNoteSignaturesMax signatures.
std::string to_text(const SignedNote& note);
// The inverse; nothing for what is no note, or longer than kNoteBytesMax. Verifies nothing.
std::optional<SignedNote> parse_note(std::string_view bytes);

// The signature lines alone, as a witness answers with them.
std::string to_text(std::span<const NoteSignature> signatures);
std::optional<std::vector<NoteSignature>> parse_signatures(std::string_view lines);

// Puts a signature at the end, in place of those of the same key.
void add_signature(SignedNote& note, NoteSignature signature);

// A signature that was found to be good.
struct Endorsement {
  VerifierKey key;
  std::optional<std::uint64_t> cosigned_at_s;  // Unix time; of keys of type Witness

  friend bool operator==(const Endorsement&, const Endorsement&) = default;
};

// Who of `known` has signed the note, each once, in the order of the lines. Signatures of
// unknown keys are passed over. A single bad one of a known key is BadSignature; NotSigned if
// none is left. Of keys that share name and id, either may have signed.
Result<std::vector<Endorsement>, VerifyError> verify_note(const SignedNote& note,
                                                          std::span<const VerifierKey> known);

}  // namespace countersign::tlog
