#include "events/audit/state/sealed_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "core/check.h"
#include "core/machine/files/write_all.h"

namespace countersign {
namespace {

constexpr std::size_t kPieceBytes = 1 << 20;

std::array<std::uint8_t, kGcmNonceBytes> nonce_of_block(std::uint64_t number) {
  std::array<std::uint8_t, kGcmNonceBytes> nonce{};
  for (std::size_t i = 0; i < sizeof number; ++i) {
    nonce[nonce.size() - 1 - i] = static_cast<std::uint8_t>(number >> (8 * i));
  }
  return nonce;
}

MutableBytes bytes_in(std::string& text) {
  return {reinterpret_cast<std::uint8_t*>(text.data()), text.size()};
}

// False, with errno, on a failure; 0 if the file ends too early.
bool read_whole(const OwnedFd& file, MutableBytes bytes, std::uint64_t offset) {
  while (!bytes.empty()) {
    const ::ssize_t done =
        ::pread(file.get(), bytes.data(), bytes.size(), static_cast<::off_t>(offset));
    if (done < 0 && errno == EINTR) continue;
    if (done == 0) errno = 0;
    if (done <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(done));
    offset += static_cast<std::uint64_t>(done);
  }
  return true;
}

}  // namespace

Result<SealedWriter, StateFault> SealedWriter::create(const HeldFolder& folder,
                                                      std::string name,
                                                      const SecretBytes<kGcmKeyBytes>& key) {
  auto file = folder.create(name);
  if (!file) return StateFault{false, file.error().why};
  return SealedWriter(*std::move(file), std::move(name), key);
}

Result<SealedBlock, StateFault> SealedWriter::put(std::string_view bytes) {
  check(bytes.size() <= kSealedBlockMax, "a block of a state has at most kSealedBlockMax bytes");
  const SealedBlock block{blocks_++, end_, static_cast<std::uint32_t>(bytes.size())};
  const std::size_t at = unwritten_.size();
  unwritten_.resize(at + bytes.size() + kGcmTagBytes);
  cipher_.seal(nonce_of_block(block.number), {}, bytes_of(bytes), bytes_in(unwritten_).subspan(at));
  end_ += bytes.size() + kGcmTagBytes;
  if (unwritten_.size() < kPieceBytes) return block;
  if (auto fault = flush()) return *std::move(fault);
  return block;
}

std::optional<StateFault> SealedWriter::finish() {
  if (auto fault = flush()) return fault;
  if (::fsync(file_.get()) != 0) return failure();
  return std::nullopt;
}

std::optional<StateFault> SealedWriter::flush() {
  if (!write_all(file_, unwritten_)) return failure();
  unwritten_.clear();
  return std::nullopt;
}

StateFault SealedWriter::failure() const {
  return {false, fmt::format("{} cannot be written: {}", name_, std::strerror(errno))};
}

Result<SealedReader, StateFault> SealedReader::open(const HeldFolder& folder,
                                                    std::string name,
                                                    std::uint64_t bytes,
                                                    const SecretBytes<kGcmKeyBytes>& key) {
  auto file = folder.open_file(name);
  if (!file) return StateFault{file.error().not_there, file.error().why};
  SealedReader reader(*std::move(file), std::move(name), bytes, key);
  if (folder.size_of(reader.name_) != bytes) {
    return reader.refused("it does not have the size that the manifest names");
  }
  return reader;
}

Result<std::string, StateFault> SealedReader::read(const SealedBlock& block) {
  const std::uint64_t sealed_bytes = std::uint64_t{block.bytes} + kGcmTagBytes;
  if (block.bytes > kSealedBlockMax || block.offset > bytes_ ||
      sealed_bytes > bytes_ - block.offset) {
    return refused("a block lies beyond its end");
  }
  std::string sealed(sealed_bytes, '\0');
  if (!read_whole(file_, bytes_in(sealed), block.offset)) {
    if (errno == 0) return refused("it was cut");
    return StateFault{false, fmt::format("{} cannot be read: {}", name_, std::strerror(errno))};
  }
  const MutableBytes plain = bytes_in(sealed).first(block.bytes);
  if (!cipher_.open(nonce_of_block(block.number), {}, bytes_of(sealed), plain)) {
    return refused("a block was not written under this key at this place");
  }
  sealed.resize(block.bytes);
  return sealed;
}

StateFault SealedReader::refused(std::string_view why) const {
  return {true, fmt::format("{}: {}", name_, why)};
}

}  // namespace countersign
