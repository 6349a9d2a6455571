#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/utc_time.h"
#include "events/tlog/note/signed_note.h"

// C2SP tlog-cosignature, the Ed25519 kind: a witness states that at a certain time the checkpoint
// is that of the largest tree it has seen of the log, and is consistent with all earlier ones.
namespace countersign::tlog {

// Returns the signed message: `cosignature/v1`, a line with the time, and the checkpoint's text.
std::string cosigned_message(std::uint64_t unix_time_s, std::string_view checkpoint_text);

// REQUIRES: the key is of type Witness, and the time is below 2^63.
NoteSignature cosign(const SignerKey& key,
                     std::string_view checkpoint_text,
                     std::uint64_t unix_time_s);

// Returns the time of the cosignature, if this key, of type Witness, made it. `signature` has the
// form of NoteSignature::bytes: the time as 8 bytes, then the 64 bytes of Ed25519. The caller
// checks whether the time is in the future.
std::optional<std::uint64_t> verify_cosignature(const VerifierKey& key,
                                                std::string_view checkpoint_text,
                                                std::string_view signature);

// Converts the time of a cosignature; a time after the year 9999 gives the end of that year.
UtcTime utc_of(std::uint64_t unix_time_s);

}  // namespace countersign::tlog
