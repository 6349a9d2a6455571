#include "events/vault/files/aligned_buffer.h"

#include <new>

#include "events/crypto/secret.h"
#include "events/vault/files/frame.h"

namespace countersign {
namespace {

constexpr std::align_val_t kBorder{kDiskBlockBytes};

std::uint8_t* allocate(std::size_t size_bytes) {
  return static_cast<std::uint8_t*>(::operator new(size_bytes, kBorder));
}

}  // namespace

AlignedBuffer::AlignedBuffer(std::size_t size_bytes)
    : size_bytes_(size_bytes), memory_(allocate(size_bytes), Release{size_bytes}) {}

void AlignedBuffer::Release::operator()(std::uint8_t* memory) const {
  cleanse({memory, size_bytes});
  ::operator delete(memory, kBorder);
}

}  // namespace countersign
