#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/ids.h"
#include "events/crypto/secret.h"

namespace countersign {

// The file that makes a machine an inspector of servers. `countersign inspector add` writes it, and
// an operator carries it to the machine:
//
//   countersign-inspector-key-1
//   name east-1
//   seed <64 hex digits>           the private key of the machine
//   server <64 hex digits>         a server that it serves; one line for each
struct PeerFile {
  std::string name;
  SecretBytes<32> seed;
  std::vector<Sha256> servers;  // fingerprints, see peer_key.h
};

inline constexpr std::size_t kPeerFileBytesMax = 4096;
inline constexpr std::size_t kPeerServersMax = 32;

// Whether a machine may have the name: 1 to 40 of a-z, 0-9, `_` and `-`, and a letter or digit
// first.
bool is_peer_name(std::string_view text);

Secret text_of(const PeerFile& file);
// Nullopt unless the text is exactly in the form above, with 1 to kPeerServersMax servers.
std::optional<PeerFile> parse_peer_file(std::string_view text);

}  // namespace countersign
