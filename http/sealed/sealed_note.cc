#include "http/sealed/sealed_note.h"

#include <utility>

#include "core/check.h"
#include "events/crypto/sha256.h"
#include "events/vault/files/sealed_text.h"

namespace countersign::http {
namespace {

// Differs from the contexts of a sealed origin and of sealed values, so that none can be passed off
// as another.
std::string context_of_note(const RequestId& request) {
  return "note of the decision of request " + request.value();
}

// The salt is before the note.
std::string context_of_salted_note(const RequestId& request) {
  return "salt and note of the decision of request " + request.value();
}

constexpr char kBeforeReason = '\x1e';

OpenedNote divided(std::string words, std::optional<std::string> salt) {
  OpenedNote opened{std::move(words), std::move(salt), std::nullopt};
  const std::size_t end = opened.note.find(kBeforeReason);
  if (end == std::string::npos) return opened;
  opened.without_look = opened.note.substr(end + 1);
  opened.note.resize(end);
  return opened;
}

}  // namespace

std::string words_of_note(std::string_view note, const std::optional<std::string>& without_look) {
  std::string words(note);
  if (without_look) words.append(1, kBeforeReason).append(*without_look);
  return words;
}

Sha256 note_hash(std::string_view salt, std::string_view note) {
  check(salt.size() == kNoteSaltBytes, "a note's salt has kNoteSaltBytes bytes");
  return Sha256(sha256(std::string(salt).append(note)));
}

std::string sealed_note(std::string_view note,
                        const std::optional<std::string>& salt,
                        const SessionKey& key,
                        const SessionId& session,
                        const RequestId& request,
                        RandomSource& random) {
  if (!salt) return seal_text(key, session, context_of_note(request), note, random);
  return seal_text(
      key, session, context_of_salted_note(request), *salt + std::string(note), random);
}

std::optional<OpenedNote> open_note(std::string_view sealed,
                                    const SessionKey& key,
                                    const SessionId& session,
                                    const RequestId& request) {
  if (auto plain = open_text(key, session, context_of_note(request), sealed)) {
    return divided(*std::move(plain), std::nullopt);
  }
  const auto salted = open_text(key, session, context_of_salted_note(request), sealed);
  if (!salted || salted->size() < kNoteSaltBytes) return std::nullopt;
  return divided(salted->substr(kNoteSaltBytes), salted->substr(0, kNoteSaltBytes));
}

}  // namespace countersign::http
