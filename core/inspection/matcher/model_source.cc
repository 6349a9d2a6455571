#include "core/inspection/matcher/model_source.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <string.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <utility>

#include "core/inspection/matcher/onnx_tensors.h"

namespace countersign::matcher {
namespace {

// Reads a regular file. Does not block if the file has become a named pipe. Reads at most the
// maximum size of a model and one byte more, which reveals a file that has grown.
std::optional<std::string> bytes_of(const std::filesystem::path& path) {
  const int opened = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (opened < 0) return std::nullopt;
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(::fdopen(opened, "rb"), &std::fclose);
  struct ::stat status {};
  if (!file || ::fstat(::fileno(file.get()), &status) != 0) return std::nullopt;
  if (!S_ISREG(status.st_mode)) {
    errno = EINVAL;
    return std::nullopt;
  }
  std::string bytes(
      std::min<std::uint64_t>(static_cast<std::uint64_t>(status.st_size), ModelSource::kMaxBytes) +
          1,
      '\0');
  bytes.resize(std::fread(bytes.data(), 1, bytes.size(), file.get()));
  if (std::ferror(file.get()) != 0) return std::nullopt;
  return bytes;
}

Sha256 sha256_of(const std::string& bytes, ModelSource::Hash hash) {
  return Sha256(hash({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}));
}

}  // namespace

std::optional<std::string> ModelSource::read() {
  struct ::stat status {};
  if (::stat(path_.c_str(), &status) != 0) {
    return says(fmt::format("cannot be opened: {}", ::strerrordesc_np(errno)));
  }
  if (!S_ISREG(status.st_mode)) return says("is not a regular file");
  // OpenCV derives the format of a file from its name.
  if (path_.extension() != ".onnx") return says("must have a name that ends in .onnx");
  if (static_cast<std::uint64_t>(status.st_size) > kMaxBytes) {
    return says(fmt::format("is larger than the maximum for a model, {} MiB", kMaxBytes >> 20));
  }
  auto bytes = bytes_of(path_);
  if (!bytes) return says(fmt::format("cannot be read: {}", ::strerrordesc_np(errno)));
  bytes_ = std::move(*bytes);
  if (bytes_.empty() || !tensors_are_whole(bytes_))
    return says("is not an ONNX model, or is damaged");
  sha256_ = sha256_of(bytes_, hash_of_);
  return std::nullopt;
}

std::optional<std::string> ModelSource::reread() const {
  const auto now = bytes_of(path_);
  if (now && sha256_of(*now, hash_of_) == sha256_) return std::nullopt;
  return says("was changed while it was being loaded");
}

std::string ModelSource::says(std::string_view what) const {
  return fmt::format("the model {} {}", path_.string(), what);
}

}  // namespace countersign::matcher
