#pragma once
#include <optional>
#include <string>

#include "core/reviewer/key_change.h"
#include "core/reviewer/passkey.h"

namespace countersign {

// The statement that a reviewer's passkey is added or revoked; nullopt if the passkey has no
// readable key. Pure.
std::optional<KeyStatement> statement_about(const ReviewerId& reviewer,
                                            KeyStatement::Act act,
                                            const Passkey& passkey);

// The challenge by which the statement is signed.
std::string challenge_of(const KeyStatement& statement);

// Whether the owner of `signer` signed the statement, present and verified, on the signer's page.
// Pure and thread-safe.
[[nodiscard]] bool is_signed_by(const Passkey& signer,
                                const KeySignature& signature,
                                const KeyStatement& statement);

}  // namespace countersign
