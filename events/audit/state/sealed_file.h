#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "core/machine/files/held_folder.h"
#include "core/machine/files/owned_fd.h"
#include "core/result.h"
#include "core/schema.h"
#include "events/crypto/aes_gcm.h"
#include "events/crypto/secret.h"

namespace countersign {

// Why the state of an audit cannot be read or written, as a sentence that names the file.
struct StateFault {
  // The bytes are not those that were written under this key; an audit that begins anew replaces
  // them. Otherwise the disk or the folder has failed.
  bool is_refused = false;
  std::string why;

  friend bool operator==(const StateFault&, const StateFault&) = default;
};

// The place of a block in its file. Its number is its nonce.
struct SealedBlock {
  std::uint64_t number = 0;
  std::uint64_t offset = 0;
  std::uint32_t bytes = 0;  // without the tag
  bool operator==(const SealedBlock&) const = default;
};
template <>
inline constexpr auto fields_of<SealedBlock> = fields(Field{"number", &SealedBlock::number},
                                                      Field{"offset", &SealedBlock::offset},
                                                      Field{"bytes", &SealedBlock::bytes});
static_assert(record_is_sound<SealedBlock>);

inline constexpr std::size_t kSealedBlockMax = std::size_t{64} << 20;

// Writes a new file of blocks, each sealed by AES-256-GCM (NIST SP 800-38D). The key is the file's
// alone, so no nonce is used twice. One thread at a time; movable.
class SealedWriter {
 public:
  static Result<SealedWriter, StateFault> create(const HeldFolder& folder,
                                                 std::string name,
                                                 const SecretBytes<kGcmKeyBytes>& key);

  // REQUIRES: at most kSealedBlockMax.
  Result<SealedBlock, StateFault> put(std::string_view bytes);
  // Makes the content durable, not the name. Called last.
  std::optional<StateFault> finish();

  const std::string& name() const { return name_; }
  std::uint64_t bytes() const { return end_; }  // of the file

 private:
  SealedWriter(OwnedFd file, std::string name, const SecretBytes<kGcmKeyBytes>& key)
      : file_(std::move(file)), name_(std::move(name)), cipher_(key.reveal()) {}
  std::optional<StateFault> flush();
  StateFault failure() const;

  OwnedFd file_;
  std::string name_;
  AesGcm cipher_;
  std::string unwritten_;
  std::uint64_t blocks_ = 0;
  std::uint64_t end_ = 0;
};

// Reads blocks of such a file, which anybody may have changed. One thread at a time; movable.
class SealedReader {
 public:
  // Refuses a file that does not have the size.
  static Result<SealedReader, StateFault> open(const HeldFolder& folder,
                                               std::string name,
                                               std::uint64_t bytes,
                                               const SecretBytes<kGcmKeyBytes>& key);

  // The block as it was put. Memory is bounded by kSealedBlockMax and the size of the file.
  Result<std::string, StateFault> read(const SealedBlock& block);

  // A refusal that names the file.
  StateFault refused(std::string_view why) const;

 private:
  SealedReader(OwnedFd file,
               std::string name,
               std::uint64_t bytes,
               const SecretBytes<kGcmKeyBytes>& key)
      : file_(std::move(file)), name_(std::move(name)), bytes_(bytes), cipher_(key.reveal()) {}

  OwnedFd file_;
  std::string name_;
  std::uint64_t bytes_;
  AesGcm cipher_;
};

}  // namespace countersign
