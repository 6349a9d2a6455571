#pragma once
#include <cstdint>
#include <filesystem>
#include <string>

#include "tests/programs/support/program.h"
#include "tests/torture/rig/campaign.h"

namespace countersign::torture {

// One of several servers that are started for one data folder, each by a path of its own. Owns its
// process, and kills it in the end. One thread.
class Node {
 public:
  // Starts the server. `operator_log` gets its stderr, and nobody else's.
  Node(const std::filesystem::path& data,
       const tests::Arguments& flags,
       std::filesystem::path operator_log);

  // Blocks until the server serves or has ended. Returns whether it serves.
  bool serves();
  // REQUIRES: it serves.
  std::uint16_t port() const { return port_; }
  tests::Program& program() { return program_; }
  std::string operator_log() const;
  // Expects that the server was refused because another one has the folder: status 1, and one line
  // that says so. Waits for its end.
  void expect_refused(Findings& findings);

 private:
  const std::filesystem::path operator_log_;
  tests::Program program_;
  std::uint16_t port_ = 0;
};

// Waits for two servers that were started on one folder, and expects that one serves and that the
// other was refused. Returns the one that serves; null if both do, or none.
Node* winner_of(Node& first, Node& second, Findings& findings);

}  // namespace countersign::torture
