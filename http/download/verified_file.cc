#include "http/download/verified_file.h"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>

#include "events/crypto/sha256.h"

namespace countersign::http {
namespace {

// More would hold on to memory that take() is meant to release.
constexpr std::size_t kSpentMax = 2;

}  // namespace

// Each frame is hashed as soon as it is decrypted, while it is in the CPU cache.
Result<VerifiedFile, VaultError> VerifiedFile::read(FileReader& reader,
                                                    const StoredFile& expected) {
  if (reader.size_bytes() != expected.size_bytes) return VaultError::Corrupt;
  VerifiedFile file;
  file.size_bytes_ = expected.size_bytes;
  Sha256Stream sha256;
  std::uint64_t left_bytes = expected.size_bytes;
  for (bool more = true; more;) {
    std::string chunk;
    chunk.reserve(std::min<std::uint64_t>(kChunkBytes, left_bytes));
    // A file in a container may begin within a frame, so not each piece fills a frame.
    while (more && chunk.size() <= kChunkBytes - kFramePlainBytes) {
      const std::size_t before = chunk.size();
      const auto appended = reader.append_some(chunk);
      if (!appended) return appended.error();
      sha256.update(std::string_view(chunk).substr(before));
      more = *appended;
    }
    left_bytes -= chunk.size();
    if (!chunk.empty()) file.chunks_.push_back(std::move(chunk));
  }
  if (Sha256(sha256.finish()) != expected.sha256) return VaultError::Corrupt;
  return file;
}

std::size_t VerifiedFile::take(char* out, std::size_t size) {
  std::size_t total = 0;
  while (size > 0 && !chunks_.empty()) {
    std::string& chunk = chunks_.front();
    const std::size_t part = std::min(size, chunk.size() - taken_);
    std::memcpy(out + total, chunk.data() + taken_, part);
    total += part;
    size -= part;
    taken_ += part;
    if (taken_ < chunk.size()) break;
    taken_ = 0;
    if (spent_.size() < kSpentMax) spent_.push_back(std::move(chunk));
    chunks_.pop_front();
  }
  return total;
}

std::string VerifiedFile::spent_chunk() {
  if (spent_.empty()) return {};
  std::string chunk = std::move(spent_.front());
  spent_.pop_front();
  chunk.clear();
  return chunk;
}

}  // namespace countersign::http
