#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/ids.h"

namespace countersign::matcher {

// A model file that is being loaded. Its content must not change between hashing and use, so it is
// hashed again after the library has read it. Every failure is a sentence that names the file.
class ModelSource {
 public:
  using Hash = Digest (*)(std::span<const std::uint8_t> bytes);  // SHA-256

  // Twice the largest known recognizers, of some 250 MB, and little enough to be held in memory.
  static constexpr std::uint64_t kMaxBytes = 512ull << 20;

  ModelSource(std::filesystem::path path, Hash hash) : path_(std::move(path)), hash_of_(hash) {}

  // Returns a sentence if the file cannot be a model.
  std::optional<std::string> read();
  // Returns a sentence if the file has changed since it was read.
  std::optional<std::string> reread() const;
  // A sentence about the file.
  std::string says(std::string_view what) const;

  const std::filesystem::path& path() const { return path_; }
  const std::string& bytes() const { return bytes_; }
  const Sha256& sha256() const { return sha256_; }

 private:
  std::filesystem::path path_;
  Hash hash_of_;
  std::string bytes_;
  Sha256 sha256_;
};

}  // namespace countersign::matcher
