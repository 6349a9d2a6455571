#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/ids.h"
#include "core/random_source.h"
#include "core/result.h"
#include "core/schema.h"
#include "events/audit/state/sealed_file.h"
#include "events/audit/state/session_run.h"
#include "events/crypto/keys/master_key.h"

namespace countersign {

// The rules by which a state was made. A state of other ones says nothing to an audit.
struct StateRules {
  std::string program;  // its version
  std::uint32_t rules = 0;
  std::uint32_t shape = 0;  // of the records in a state
  bool operator==(const StateRules&) const = default;
};
template <>
inline constexpr auto fields_of<StateRules> = fields(Field{"program", &StateRules::program},
                                                     Field{"rules", &StateRules::rules},
                                                     Field{"shape", &StateRules::shape});
static_assert(record_is_sound<StateRules>);

// A file of blocks, in their order.
struct SealedText {
  std::string name;
  std::uint64_t bytes = 0;  // of the file
  std::vector<SealedBlock> blocks;
  bool operator==(const SealedText&) const = default;
};
template <>
inline constexpr auto fields_of<SealedText> = fields(Field{"name", &SealedText::name},
                                                     Field{"bytes", &SealedText::bytes},
                                                     Field{"blocks", &SealedText::blocks});
static_assert(record_is_sound<SealedText>);

// The checkpoint at which a log was audited, and the files of the state there.
struct StateManifest {
  std::string origin;      // of the log
  std::uint64_t size = 0;  // of the tree, and its root
  Sha256 root;
  SealedText pass;               // what the rules know that are no session's
  std::vector<SessionRun> runs;  // the oldest first
  bool operator==(const StateManifest&) const = default;
};
template <>
inline constexpr auto fields_of<StateManifest> = fields(Field{"origin", &StateManifest::origin},
                                                        Field{"size", &StateManifest::size},
                                                        Field{"root", &StateManifest::root},
                                                        Field{"pass", &StateManifest::pass},
                                                        Field{"runs", &StateManifest::runs});
static_assert(record_is_sound<StateManifest>);

inline constexpr std::size_t kManifestBytesMax = std::size_t{16} << 20;
inline constexpr std::size_t kRunsMax = 256;

// A name that is no file's yet, such as `run-` and 32 hexadecimal digits. It is drawn, so that the
// key which is derived from it seals one file alone.
std::string drawn_state_name(std::string_view kind, RandomSource& random);
bool is_state_name(std::string_view name);
// HKDF-SHA256 (RFC 5869) of the auditor's key, with the name as info.
SecretBytes<kGcmKeyBytes> key_of_file(const MasterKey& key, std::string_view name);

// The bytes of the file: a line that names the form, 32 random bytes from which the manifest's key
// is derived, and the rules and the manifest, sealed by AES-256-GCM.
std::string seal_manifest(const StateRules& rules,
                          const StateManifest& manifest,
                          const MasterKey& key,
                          RandomSource& random);

// Why a manifest is not used.
struct ManifestFault {
  bool is_foreign = false;  // not sealed under this key: by another key, or by nobody
  std::string why;          // the end of a sentence that begins with "the state"
};
// Takes any bytes.
Result<StateManifest, ManifestFault> open_manifest(std::string_view bytes,
                                                   const StateRules& rules,
                                                   const MasterKey& key);

}  // namespace countersign
