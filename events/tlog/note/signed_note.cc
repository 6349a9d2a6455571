#include "events/tlog/note/signed_note.h"

#include <algorithm>

#include "core/big_endian.h"
#include "core/check.h"
#include "core/text/base64url.h"
#include "core/text/utf8.h"
#include "events/tlog/note/cosignature.h"
#include "events/tlog/tree/line_reader.h"

namespace countersign::tlog {
namespace {

constexpr std::string_view kDash = "\xE2\x80\x94";  // U+2014
constexpr std::string_view kBlankLine = "\n\n";

bool is_of(const NoteSignature& signature, std::string_view name, std::uint32_t id) {
  return signature.name == name && signature.id == id;
}

std::optional<NoteSignature> parse_signature(std::string_view name_and_base64) {
  const std::size_t space = name_and_base64.find(' ');
  if (space == name_and_base64.npos) return std::nullopt;
  const std::string_view name = name_and_base64.substr(0, space);
  const std::optional<std::string> bytes = from_base64(name_and_base64.substr(space + 1));
  if (!is_key_name(name) || !bytes || bytes->size() <= sizeof(std::uint32_t)) return std::nullopt;
  return NoteSignature{
      std::string(name), big_endian<std::uint32_t>(*bytes), bytes->substr(sizeof(std::uint32_t))};
}

// Returns the endorsement if the signature is a good one of this key, otherwise nullopt.
std::optional<Endorsement> check_signature(const VerifierKey& key,
                                           std::string_view text,
                                           const NoteSignature& signature) {
  switch (key.type()) {
    case KeyType::Log:
      if (!ed25519_verify(key.key(), bytes_of(text), bytes_of(signature.bytes))) break;
      return Endorsement{key, std::nullopt};
    case KeyType::Witness:
      const std::optional<std::uint64_t> at_s = verify_cosignature(key, text, signature.bytes);
      if (!at_s) break;
      return Endorsement{key, at_s};
  }
  return std::nullopt;
}

}  // namespace

bool is_note_text(std::string_view text) {
  const auto forbidden = [](char c) { return static_cast<unsigned char>(c) < ' ' && c != '\n'; };
  return text.ends_with('\n') && std::ranges::none_of(text, forbidden) && is_utf8(text);
}

NoteSignature sign_note(const SignerKey& key, std::string_view text) {
  check(key.verifier().type() == KeyType::Log, "a note is signed with a key of type Log");
  check(is_note_text(text), "a text that is signed is valid as the text of a note");
  return {key.verifier().name(), key.verifier().id(), std::string(text_of(key.sign(text)))};
}

std::string to_text(std::span<const NoteSignature> signatures) {
  std::string lines;
  for (const NoteSignature& signature : signatures) {
    check(is_key_name(signature.name), "the name in a signature is a valid key name");
    std::string bytes;
    append_big_endian(bytes, signature.id);
    bytes += signature.bytes;
    lines.append(kDash).append(" ").append(signature.name).append(" ");
    lines.append(to_base64(bytes)).append("\n");
  }
  return lines;
}

std::string to_text(const SignedNote& note) {
  check(is_note_text(note.text), "the text of a signed note is valid as the text of a note");
  check(!note.signatures.empty() && note.signatures.size() <= kNoteSignaturesMax,
        "a signed note has from 1 to kNoteSignaturesMax signatures");
  return note.text + '\n' + to_text(note.signatures);
}

std::optional<std::vector<NoteSignature>> parse_signatures(std::string_view lines) {
  std::vector<NoteSignature> signatures;
  LineReader reader(lines);
  while (!reader.rest().empty()) {
    const std::optional<std::string_view> line = reader.labelled(kDash);
    if (!line || signatures.size() == kNoteSignaturesMax) return std::nullopt;
    std::optional<NoteSignature> signature = parse_signature(*line);
    if (!signature) return std::nullopt;
    signatures.push_back(std::move(*signature));
  }
  if (signatures.empty()) return std::nullopt;
  return signatures;
}

std::optional<SignedNote> parse_note(std::string_view bytes) {
  if (bytes.size() > kNoteBytesMax || !is_note_text(bytes)) return std::nullopt;
  const std::size_t blank = bytes.rfind(kBlankLine);
  if (blank == bytes.npos) return std::nullopt;
  std::optional<std::vector<NoteSignature>> signatures =
      parse_signatures(bytes.substr(blank + kBlankLine.size()));
  if (!signatures) return std::nullopt;
  return SignedNote{std::string(bytes.substr(0, blank + 1)), std::move(*signatures)};
}

void add_signature(SignedNote& note, NoteSignature signature) {
  std::erase_if(note.signatures, [&](const NoteSignature& other) {
    return is_of(other, signature.name, signature.id);
  });
  note.signatures.push_back(std::move(signature));
}

Result<std::vector<Endorsement>, VerifyError> verify_note(const SignedNote& note,
                                                          std::span<const VerifierKey> known) {
  std::vector<Endorsement> good;
  for (const NoteSignature& signature : note.signatures) {
    std::optional<Endorsement> found;
    bool is_known = false;
    for (const VerifierKey& key : known) {
      if (found || !is_of(signature, key.name(), key.id())) continue;
      is_known = true;
      found = check_signature(key, note.text, signature);
    }
    if (is_known && !found) return VerifyError::BadSignature;
    const auto same_key = [&](const Endorsement& other) { return other.key == found->key; };
    if (found && std::ranges::none_of(good, same_key)) good.push_back(std::move(*found));
  }
  if (good.empty()) return VerifyError::NotSigned;
  return good;
}

}  // namespace countersign::tlog
