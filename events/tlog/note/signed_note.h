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

// C2SP signed-note: a text and its signatures.
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
  std::string text;  // including the newline at its end
  std::vector<NoteSignature> signatures;

  friend bool operator==(const SignedNote&, const SignedNote&) = default;
};

// Returns whether `text` is valid as the text of a note: UTF-8, with a newline at its end, and
// without control characters (below U+0020) other than newlines.
bool is_note_text(std::string_view text);

// REQUIRES: is_note_text(text), and the key is of type Log.
NoteSignature sign_note(const SignerKey& key, std::string_view text);

// REQUIRES: is_note_text(note.text), names are key names, 1 to kNoteSignaturesMax signatures.
std::string to_text(const SignedNote& note);
// The inverse. Returns nullopt if `bytes` are not a note or longer than kNoteBytesMax. Does not
// verify signatures.
std::optional<SignedNote> parse_note(std::string_view bytes);

// The signature lines alone, as in the answer of a witness.
std::string to_text(std::span<const NoteSignature> signatures);
std::optional<std::vector<NoteSignature>> parse_signatures(std::string_view lines);

// Appends a signature and removes the earlier ones of the same key.
void add_signature(SignedNote& note, NoteSignature signature);

// A signature that was verified.
struct Endorsement {
  VerifierKey key;
  std::optional<std::uint64_t> cosigned_at_s;  // Unix time; only for keys of type Witness

  friend bool operator==(const Endorsement&, const Endorsement&) = default;
};

// Returns which keys of `known` have signed the note, each once, in the order of the lines. Ignores
// signatures of unknown keys. Returns BadSignature if any signature of a known key is bad, and
// NotSigned if no known key has signed. If several keys share name and id, the signature may be of
// any of them.
Result<std::vector<Endorsement>, VerifyError> verify_note(const SignedNote& note,
                                                          std::span<const VerifierKey> known);

}  // namespace countersign::tlog
