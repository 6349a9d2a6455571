#include "core/inspection/image/image_buffer.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>

#include <cerrno>
#include <utility>

#include "core/check.h"

namespace countersign::confined {

std::optional<ImageBuffer> ImageBuffer::create(std::size_t size_bytes) {
  OwnedFd fd(::memfd_create("countersign-image", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (!fd) return std::nullopt;
  // Memory that turned out to be missing later would raise SIGBUS while an image is copied.
  const int missing = ::posix_fallocate(fd.get(), 0, static_cast<off_t>(size_bytes));
  if (missing != 0) {
    errno = missing;
    return std::nullopt;
  }
  void* const begin = ::mmap(nullptr, size_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd.get(), 0);
  if (begin == MAP_FAILED) return std::nullopt;
  ImageBuffer buffer(std::move(fd), static_cast<char*>(begin), size_bytes);
  // The size is fixed, and nobody can map the memory for writing from now on.
  constexpr int kSeals = F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_FUTURE_WRITE | F_SEAL_SEAL;
  if (::fcntl(buffer.descriptor(), F_ADD_SEALS, kSeals) != 0) return std::nullopt;
  return buffer;
}

ImageBuffer::ImageBuffer(ImageBuffer&& other) noexcept
    : fd_(std::move(other.fd_)),
      begin_(std::exchange(other.begin_, nullptr)),
      size_(std::exchange(other.size_, 0)),
      used_(std::exchange(other.used_, 0)) {}

ImageBuffer::~ImageBuffer() {
  if (begin_ != nullptr) ::munmap(begin_, size_);
}

void ImageBuffer::put(std::string_view image) {
  check(image.size() <= size_, "an image fits into its buffer");
  clear();
  image.copy(begin_, image.size());
  used_ = image.size();
}

void ImageBuffer::clear() { ::explicit_bzero(begin_, std::exchange(used_, 0)); }

std::string_view map_image_buffer(int descriptor, std::size_t size_bytes) {
  void* const begin = ::mmap(nullptr, size_bytes, PROT_READ, MAP_SHARED, descriptor, 0);
  if (begin == MAP_FAILED) return {};
  return {static_cast<const char*>(begin), size_bytes};
}

}  // namespace countersign::confined
