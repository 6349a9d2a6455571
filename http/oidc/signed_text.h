#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "http/oidc/key_set.h"

namespace countersign::http {

// Returns the payload of a JSON Web Signature in compact form (RFC 7515), or nullopt if the key has
// not signed it with exactly this algorithm. Thread-safe.
std::optional<std::string> verified_payload(std::string_view token,
                                            SignatureAlgorithm algorithm,
                                            const VerificationKey& key);

}  // namespace countersign::http
