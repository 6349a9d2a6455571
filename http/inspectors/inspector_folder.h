#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/ids.h"
#include "core/machine/files/held_folder.h"
#include "core/result.h"

namespace countersign::http {

// A machine that may judge for this server.
struct KnownInspector {
  std::string name;  // is_peer_name(), events/crypto/peer/peer_file.h
  Sha256 key;        // its fingerprint, events/crypto/peer/peer_key.h
};

// A file of the folder that is no key of an inspector, or cannot be read.
struct DamagedInspector {
  std::string name;
  std::string why;  // a phrase for the operator, which names the file
};

// Sorted by name. A damaged file concerns the inspector of its name alone, which may not judge.
struct KnownInspectors {
  std::vector<KnownInspector> inspectors;
  std::vector<DamagedInspector> damaged;
};

// The folder `inspectors` of a data folder: a file for each machine, named after it, with the
// fingerprint of its key in hex. There is no secret in it. The files are read whenever they are
// needed, so that a machine that was removed judges no further submission.
//
// Every change is durable on return. Thread-safe, and safe beside other processes. Failures name
// the path.
class InspectorFolder {
 public:
  static constexpr std::size_t kInspectorsMax = 256;

  explicit InspectorFolder(const std::filesystem::path& data) : folder_(data / "inspectors") {}

  // Fails only if the folder itself cannot be read.
  Result<KnownInspectors, FolderFault> all() const;
  // Nullopt if there is no such machine. REQUIRES: is_peer_name(name).
  Result<std::optional<KnownInspector>, FolderFault> named(const std::string& name) const;
  // REQUIRES: is_peer_name(inspector.name).
  std::optional<FolderFault> put(const KnownInspector& inspector) const;
  // Succeeds if there is no such machine. REQUIRES: is_peer_name(name).
  std::optional<FolderFault> remove(const std::string& name) const;

 private:
  std::filesystem::path folder_;
};

}  // namespace countersign::http
