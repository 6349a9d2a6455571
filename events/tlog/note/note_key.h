#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "core/random_source.h"
#include "core/result.h"
#include "events/crypto/ed25519.h"
#include "events/crypto/secret.h"

// The keys of signed notes, C2SP signed-note. Texts that are no key are refused with a
// sentence, which holds nothing of them.
namespace countersign::tlog {

// Signature type identifiers of C2SP signed-note; those that are supported here.
enum class KeyType : std::uint8_t {
  Log = 0x01,      // Ed25519 of the note's text
  Witness = 0x04,  // C2SP tlog-cosignature: timestamped Ed25519 of a checkpoint
};

// Not empty, UTF-8, without spaces of Unicode and plus signs, and printable (core/text/printable.h).
bool is_key_name(std::string_view name);

// Who is believed to have signed. A value; name and id together identify it.
class VerifierKey {
 public:
  // REQUIRES: is_key_name(name).
  VerifierKey(KeyType type, std::string name, const Ed25519PublicKey& key);

  // `<name>+<hex of id>+<base64 of type and public key>`, a "vkey"; is_ed25519_public_key(key).
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

// Who signs. Movable; may sign in several threads at once.
class SignerKey {
 public:
  // REQUIRES: is_key_name(name).
  SignerKey(KeyType type, std::string name, const SecretBytes<32>& seed);
  static SignerKey generate(KeyType type, std::string name, RandomSource& random);

  // `PRIVATE+KEY+<name>+<hex of id>+<base64 of type and seed>`, as of the Go package
  // golang.org/x/mod/sumdb/note, perhaps with a newline. The id must be the key's.
  static Result<SignerKey, std::string> parse(const Secret& text);
  Secret to_text() const;

  const VerifierKey& verifier() const { return verifier_; }
  Ed25519Signature sign(std::string_view message) const { return key_.sign(bytes_of(message)); }

 private:
  Ed25519Key key_;
  VerifierKey verifier_;
};

}  // namespace countersign::tlog
