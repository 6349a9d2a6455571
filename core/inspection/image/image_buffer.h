#pragma once
#include <cstddef>
#include <optional>
#include <string_view>

#include "core/machine/files/owned_fd.h"

namespace countersign::confined {

// Memory into which the server writes an image and from which a worker reads it (memfd_create(2)).
// It is sealed: only the server's own mapping can write to it, and nobody can change its size, so
// that no worker can make the server fault. One thread at a time. Movable.
class ImageBuffer {
 public:
  // All memory is allocated on return. Empty if there is too little memory; errno says why.
  static std::optional<ImageBuffer> create(std::size_t size_bytes);
  ImageBuffer(ImageBuffer&& other) noexcept;
  ImageBuffer& operator=(ImageBuffer&&) = delete;
  ~ImageBuffer();

  int descriptor() const { return fd_.get(); }
  std::size_t size() const { return size_; }

  // REQUIRES: image.size() <= size().
  void put(std::string_view image);
  // Overwrites the image with zeros.
  void clear();

 private:
  ImageBuffer(OwnedFd fd, char* begin, std::size_t size)
      : fd_(std::move(fd)), begin_(begin), size_(size) {}

  OwnedFd fd_;
  char* begin_ = nullptr;
  std::size_t size_ = 0;
  std::size_t used_ = 0;
};

// The worker's side of a buffer, mapped until the process ends. Empty if it cannot be mapped.
std::string_view map_image_buffer(int descriptor, std::size_t size_bytes);

}  // namespace countersign::confined
