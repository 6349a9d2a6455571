#include "events/vault/aligned_buffer.h"

#include <cstdlib>

#include "core/check.h"
#include "events/crypto/secret.h"
#include "events/vault/frame.h"

namespace countersign {
namespace {

std::uint8_t* allocate(std::size_t size_bytes) {
  void* memory = std::aligned_alloc(kDiskBlockBytes, size_bytes);
  check(memory != nullptr, "no memory for a file's buffer");
  return static_cast<std::uint8_t*>(memory);
}

}  // namespace

AlignedBuffer::AlignedBuffer(std::size_t size_bytes)
    : size_bytes_(size_bytes), memory_(allocate(size_bytes), Release{size_bytes}) {}

void AlignedBuffer::Release::operator()(std::uint8_t* memory) const {
  cleanse({memory, size_bytes});
  std::free(memory);
}

}  // namespace countersign
