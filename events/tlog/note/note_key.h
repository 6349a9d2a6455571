#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "core/random_source.h"
#include "core/result.h"
#include "events/crypto/ed25519.h"
#include "events/crypto/secret.h"

// The keys of signed notes, C2SP signed-note. A text that is not a key is refused with a sentence
// that contains nothing of the text.
namespace countersign::tlog {

// The supported signature type identifiers of C2SP signed-note.
enum class KeyType : std::uint8_t {
  Log = 0x01,      // Ed25519 of the note's text
  Witness = 0x04,  // C2SP tlog-cosignature: timestamped Ed25519 of a checkpoint
};

// Returns whether the name is not empty, UTF-8, printable (core/text/printable.h), and without
// Unicode spaces and plus signs.
bool is_key_name(std::string_view name);

// The public key that verifies a signer's notes. A value; name and id together identify the key.
class VerifierKey {
 public:
  // REQUIRES: is_key_name(name).
  VerifierKey(KeyType type, std::string name, const Ed25519PublicKey& key);

  // `<name>+<hex of id>+<base64 of type and public key>`, a "vkey". The key must satisfy
  // is_ed25519_public_key(), and the id must be the key's.
  static Result<VerifierKey, std::string> parse(std::string_view text);
  std::string to_text() const;

  KeyType type() const { return type_; }
  const std::string& name() const { return name_; }
  const Ed25519PublicKey& key() const { return key_; }
  // SHA-256(name || "\n" || type || public key)[:4]
  std::uint32_t id() const { return id_; }

  friend bool operator==(const VerifierKey&, const VerifierKey&) = default;

 private:
  KeyType type_;
  std::string name_;
  Ed25519PublicKey key_;
  std::uint32_t id_;
};

// The private key that signs notes. Movable; several threads may sign at once.
class SignerKey {
 public:
  // REQUIRES: is_key_name(name).
  SignerKey(KeyType type, std::string name, const SecretBytes<32>& seed);
  static SignerKey generate(KeyType type, std::string name, RandomSource& random);

  // `PRIVATE+KEY+<name>+<hex of id>+<base64 of type and seed>`, the format of the Go package
  // golang.org/x/mod/sumdb/note, with an optional newline. The id must be the key's.
  static Result<SignerKey, std::string> parse(const Secret& text);
  Secret to_text() const;

  const VerifierKey& verifier() const { return verifier_; }
  Ed25519Signature sign(std::string_view message) const { return key_.sign(bytes_of(message)); }

 private:
  Ed25519Key key_;
  VerifierKey verifier_;
};

}  // namespace countersign::tlog
