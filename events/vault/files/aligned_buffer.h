#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>

#include "core/text/bytes.h"

namespace countersign {

// Memory that starts at a disk block's border, as direct I/O wants it. It is
// overwritten when it is released, because it has held plain bytes. Without memory for it
// std::bad_alloc is thrown.
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
