#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/ids.h"
#include "tests/torture/campaigns/power/keys.h"
#include "tests/torture/rig/facts.h"

namespace countersign::torture {

// The clients' record up to a power cut, and the wrapped keys that their server wrote.
struct ToldUntil {
  const std::vector<Capture>& captures;
  ClientKey client;
  Moment client_told;
  const KeyRows& keys;
  Moment until;
};

struct Held {
  std::uint64_t facts = 0;  // that were checked
  std::uint64_t events = 0;
  std::uint64_t torn_writes = 0;  // that were dropped when the folder was opened
  std::vector<std::string> wrong{};
};

// Opens a data folder after a power cut in this process, as a server does, and checks it against
// the record. Leaves the folder open. A folder that cannot be opened is wrong.
//
//   - a call that was answered under a key gets the same bytes
//   - a nonce that was issued is known, one that was answered is used, none is used twice, and no
//     two judgements of a session have the same number
//   - what was accepted can be read, byte for byte, until its purge was requested
//   - a purged session has no key, no file and no key slot, and its wrapped keys are in no file of
//     the log
//   - nothing is purged or ended without a request
//
// `thoroughly`: also verifies the log and the views, closes the folder and opens it again. Starts
// threads of the database, so the process should end after this call.
Held check_folder(const std::filesystem::path& data, const ToldUntil& told, bool thoroughly);

}  // namespace countersign::torture
