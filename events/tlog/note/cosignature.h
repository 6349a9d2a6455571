#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/utc_time.h"
#include "events/tlog/note/signed_note.h"

// C2SP tlog-cosignature, the Ed25519 kind: a witness states that, as of a time, the checkpoint
// is that of the largest tree it has seen of the log, and consistent with all before.
namespace countersign::tlog {

// What is signed: `cosignature/v1`, a line with the time, and the checkpoint's text.
std::string cosigned_message(std::uint64_t unix_time_s, std::string_view checkpoint_text);

// REQUIRES: the key is of type Witness, and the time is below 2^63.
NoteSignature cosign(const SignerKey& key,
                     std::string_view checkpoint_text,
                     std::uint64_t unix_time_s);

// The time of the cosignature, if it is one of this key of type Witness. `signature` is what a
// NoteSignature has in `bytes`: the time as 8 bytes, and 64 of Ed25519. Whether the time is
// in the future is for the caller to say.
std::optional<std::uint64_t> verify_cosignature(const VerifierKey& key,
                                                std::string_view checkpoint_text,
                                                std::string_view signature);

// The time of a cosignature; what is behind the year 9999, as the end of that year.
UtcTime utc_of(std::uint64_t unix_time_s);

}  // namespace countersign::tlog
