#pragma once
#include "core/ids.h"
#include "events/crypto/ed25519.h"
#include "events/crypto/secret.h"

namespace countersign {

// A machine is known by its fingerprint: the SHA-256 of its public key in the form of a certificate
// (SubjectPublicKeyInfo in DER, RFC 5280, 4.1.2.7), as keys are pinned in RFC 7469, 2.4.
Sha256 fingerprint_of(const Ed25519PublicKey& key);

// The same of the key pair that is made from a seed.
Sha256 fingerprint_of_seed(const SecretBytes<32>& seed);

}  // namespace countersign
