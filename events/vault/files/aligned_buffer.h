#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>

#include "core/text/bytes.h"

namespace countersign {

// Memory aligned to a disk block, as direct I/O requires. The destructor overwrites it, because it
// has held plain bytes. The constructor throws std::bad_alloc if there is no memory.
class AlignedBuffer {
 public:
  explicit AlignedBuffer(std::size_t size_bytes);

  MutableBytes bytes() { return {memory_.get(), size_bytes_}; }
  ByteView bytes() const { return {memory_.get(), size_bytes_}; }

 private:
  struct Release {
    std::size_t size_bytes = 0;
    void operator()(std::uint8_t* memory) const;
  };
  std::size_t size_bytes_;
  std::unique_ptr<std::uint8_t, Release> memory_;
};

}  // namespace countersign
