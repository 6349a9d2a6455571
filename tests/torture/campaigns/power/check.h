#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/ids.h"
#include "tests/torture/campaigns/power/keys.h"
#include "tests/torture/rig/facts.h"

namespace countersign::torture {

// What clients were told until a cut, and what their server wrote about it.
struct ToldUntil {
  const std::vector<Capture>& captures;
  ClientKey client;
  Moment client_told;
  const KeyRows& keys;
  Moment until;
};

struct Held {
  std::uint64_t facts = 0;  // that were looked at
  std::uint64_t events = 0;
  std::uint64_t torn_writes = 0;  // that were dropped as the folder was opened
  std::vector<std::string> wrong{};
};

// Opens a data folder after a power cut as a server does, in this process, and holds it against
// what was told. It is left as it was opened. One that is refused is wrong.
//
//   - what was answered under a key is answered by the same bytes
//   - a nonce that was given is known, one that was answered is used, none twice, and no two
//   judgements of a session have one number
//   - what was accepted can be read, byte for byte, until its purge was asked for
//   - what was purged has no key, no file, no slot, and its wrapped keys are in no file of the log
//   - nothing is purged or ended that nobody asked for
//
// `thoroughly`: also verifies the log and the views, closes the folder, and opens it again. Starts
// threads of the database, so this is for a process that ends after it.
Held check_folder(const std::filesystem::path& data, const ToldUntil& told, bool thoroughly);

}  // namespace countersign::torture
