#include "http/verified_file.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "events/crypto/sha256.h"

namespace countersign::http {
namespace {

// More would keep the memory that taking is meant to give up.
constexpr std::size_t kSpentMax = 2;

}  // namespace

Result<VerifiedFile, VaultError> VerifiedFile::read(FileReader& reader,
                                                    const StoredFile& expected) {
  VerifiedFile file;
  Sha256Stream sha256;
  std::uint64_t size_bytes = 0;
  while (true) {
    const auto bytes = reader.read_some();
    if (!bytes) return bytes.error();
    if (bytes->empty()) break;
    sha256.update(*bytes);
    size_bytes += bytes->size();
    if (file.chunks_.empty() || file.chunks_.back().size() + bytes->size() > kChunkBytes) {
      file.chunks_.emplace_back().reserve(
          std::min<std::uint64_t>(kChunkBytes, expected.size_bytes));
    }
    file.chunks_.back().append(*bytes);
  }
  if (size_bytes != expected.size_bytes || Sha256(sha256.finish()) != expected.sha256) {
    return VaultError::Corrupt;
  }
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
