#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/event/client_policy.h"
#include "core/ids.h"
#include "core/random_source.h"
#include "core/session/review/review.h"
#include "events/vault/session_key.h"

// The note of a reviewer's decision, as its event keeps it. It is readable only while the session's
// key exists, so it is erased with the session's files.
namespace countersign::http {

// Returns whether a decision or a correction without a note and without a signature is sealed all
// the same, with an empty note: one that may stay hidden until another person's. Later events and
// proofs have the hash of its event; without random bytes in it, whoever tries the few decisions
// there are would find the hidden one. A correction is always sealed: `review` has opinions then.
inline bool hides_opinion(const ClientPolicy& policy, const Review& review) {
  return policy.reviewers > 1 || !review.opinions.empty();
}

// The number of random bytes that salt the hash of a note in a signed statement.
inline constexpr std::size_t kNoteSaltBytes = 32;

// The words that are sealed and hashed: the note, and why the reviewer decided without a look at
// each picture, if that was said, behind a record separator (U+001E), which neither text has.
std::string words_of_note(std::string_view note, const std::optional<std::string>& without_look);

// SHA-256 of the salt and the note: whoever has no salt cannot try notes. REQUIRES: `salt` has
// kNoteSaltBytes bytes.
Sha256 note_hash(std::string_view salt, std::string_view note);

// `note` are the words of words_of_note(). `salt` is that of a signed decision, and is sealed with
// the note.
std::string sealed_note(std::string_view note,
                        const std::optional<std::string>& salt,
                        const SessionKey& key,
                        const SessionId& session,
                        const RequestId& request,
                        RandomSource& random);

struct OpenedNote {
  std::string note;                   // empty if there was none
  std::optional<std::string> salt{};  // of a signed decision
  std::optional<std::string> without_look{};
};

// Returns nullopt if it was not sealed with this key, for this session and request.
std::optional<OpenedNote> open_note(std::string_view sealed,
                                    const SessionKey& key,
                                    const SessionId& session,
                                    const RequestId& request);

}  // namespace countersign::http
