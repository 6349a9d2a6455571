#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "events/tlog/note/note_key.h"

namespace countersign::tlog {

// The keys in the documentation of golang.org/x/mod/sumdb/note.
inline constexpr std::string_view kPeterSigner =
    "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz";
inline constexpr std::string_view kPeterVerifier =
    "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW";
inline constexpr std::string_view kEnochVerifier =
    "EnochRoot+af0cfe78+ATtqJ7zOtqQtYqOo0CpvDXNlMhV3HeJDpjrASKGLWdop";

inline SignerKey signer(KeyType type, std::string name, std::uint8_t seed_byte) {
  SecretBytes<32> seed;
  for (std::uint8_t& byte : seed.overwrite()) byte = seed_byte;
  return {type, std::move(name), seed};
}

inline SignerKey log_key() { return signer(KeyType::Log, "log.example/events", 1); }
inline SignerKey witness_key() { return signer(KeyType::Witness, "witness.example/w1", 2); }

}  // namespace countersign::tlog
