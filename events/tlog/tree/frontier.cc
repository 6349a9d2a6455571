#include "events/tlog/tree/frontier.h"

#include <algorithm>
#include <bit>

#include "core/big_endian.h"
#include "core/check.h"

namespace countersign::tlog {

std::span<const Digest> Frontier::append(const Digest& leaf) {
  check(size_ < kTreeSizeMax,
        "a tree to which a leaf is appended has fewer than kTreeSizeMax leaves");
  // Merge the subtrees at the right end as long as the last two have the same size.
  const auto merges = static_cast<std::size_t>(std::countr_one(size_));
  Digest hash = leaf;
  for (std::size_t level = 0; level < merges; ++level) {
    const Digest left = newest_[level];
    newest_[level] = hash;
    hash = node_hash(left, hash);
  }
  newest_[merges] = hash;
  ++size_;
  return {newest_.data(), merges + 1};
}

Result<Frontier, ReadError> Frontier::of(HashReader& reader, std::uint64_t size) {
  check(size <= kTreeSizeMax, "a tree has at most kTreeSizeMax leaves");
  Frontier frontier;
  frontier.size_ = size;
  for (std::size_t level = 0; level < frontier.newest_.size(); ++level) {
    if ((size >> level & 1) == 0) continue;
    const auto hash = reader.hash({static_cast<int>(level), (size >> level) - 1});
    if (!hash) return hash.error();
    frontier.newest_[level] = *hash;
  }
  return frontier;
}

Digest Frontier::root() const {
  if (size_ == 0) return empty_root();
  auto level = static_cast<std::size_t>(std::countr_zero(size_));
  Digest root = newest_[level];
  while (++level < newest_.size()) {
    if ((size_ >> level & 1) != 0) root = node_hash(newest_[level], root);
  }
  return root;
}

std::string Frontier::encode() const {
  std::string bytes;
  append_big_endian(bytes, size_);
  for (std::size_t level = newest_.size(); level-- > 0;) {
    if ((size_ >> level & 1) != 0) bytes += text_of(newest_[level]);
  }
  return bytes;
}

std::optional<Frontier> Frontier::decode(std::string_view bytes) {
  if (bytes.size() < sizeof(size_)) return std::nullopt;
  Frontier frontier;
  frontier.size_ = big_endian<std::uint64_t>(bytes);
  bytes.remove_prefix(sizeof(size_));
  const auto hashes = static_cast<std::size_t>(std::popcount(frontier.size_));
  if (frontier.size_ > kTreeSizeMax || bytes.size() != hashes * sizeof(Digest)) {
    return std::nullopt;
  }
  for (std::size_t level = frontier.newest_.size(); level-- > 0;) {
    if ((frontier.size_ >> level & 1) == 0) continue;
    std::ranges::copy(bytes_of(bytes.substr(0, sizeof(Digest))), frontier.newest_[level].begin());
    bytes.remove_prefix(sizeof(Digest));
  }
  return frontier;
}

}  // namespace countersign::tlog
