#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/programs/support/running_server.h"
#include "tests/torture/rig/campaign.h"
#include "tests/torture/rig/facts.h"

namespace countersign::torture {

// Receipts that clients got from one server, to be held against the log of a later one. Not
// thread-safe.
class Receipts {
 public:
  // `folder` is new, and gets the receipts and the exported log. `vkey`: the log's verifier key.
  Receipts(std::filesystem::path folder, std::string vkey);

  // Asks the server for the receipt of each session in the record.
  void take(std::uint16_t port,
            const tests::Credentials& client,
            const std::vector<Capture>& captures,
            Findings& findings);
  // Exports the log of the data folder, which has to extend what was exported before, and verifies
  // it with all receipts since the last time.
  void hold(const std::filesystem::path& data, Findings& findings);

 private:
  const std::filesystem::path folder_;
  const std::string vkey_;
  std::vector<std::filesystem::path> held_;  // since the last export
  std::size_t files_ = 0;
};

}  // namespace countersign::torture
