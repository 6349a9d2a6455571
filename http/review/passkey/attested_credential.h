#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "events/crypto/passkey/spki.h"

namespace countersign::http {

// The credential in the authenticator data of a registration (W3C Web Authentication Level 3,
// section 6.5.1).
struct AttestedCredential {
  std::string_view id;  // its bytes, in the data
  PasskeyAlgorithm algorithm = PasskeyAlgorithm::Es256;
  std::string key;  // as spki_of() takes it
};

// Reads authenticator data to its last byte. CTAP2 has one encoding of everything in the data
// (section 8, "canonical CBOR"), and each of kPasskeyAlgorithms one map for its key (RFC 9052
// section 7, RFC 9053 section 7, RFC 8230 section 4), whose sizes are fixed. So a key is compared
// with the three maps, byte by byte, and no length that stands in a key is believed. Extensions,
// where the flags announce them, are a map of at most kAttestedExtensionsMax short names to small
// numbers and truth values; they are passed over.
//
// Returns nullopt for anything else: arrays, tags, floating-point numbers, indefinite lengths,
// lengths of four or eight bytes, nested maps, names out of order or twice, missing or further
// bytes. Allocates nothing beyond the key. Pure and thread-safe.
std::optional<AttestedCredential> read_attested_credential(std::string_view authenticator_data);

inline constexpr std::size_t kAttestedExtensionsMax = 8;

}  // namespace countersign::http
