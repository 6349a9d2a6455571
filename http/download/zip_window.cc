#include "http/download/zip_window.h"

#include <algorithm>
#include <utility>

namespace countersign::http {

ZipWindow::ZipWindow(Sink sink, NewChunk new_chunk)
    : sink_(std::move(sink)), new_chunk_(std::move(new_chunk)) {}

bool ZipWindow::write(std::string_view bytes) {
  const std::string_view over = bytes.substr(
      0, static_cast<std::size_t>(std::min<std::uint64_t>(bytes.size(), end_ - position_)));
  overwrite(over);
  append(bytes.substr(over.size()));
  return true;
}

bool ZipWindow::seek(std::uint64_t position) {
  if (position < base_ || position > end_) return false;
  position_ = position;
  return position != end_ || send_full_chunks();
}

bool ZipWindow::finish() {
  while (!chunks_.empty()) {
    std::string chunk = std::move(chunks_.front());
    chunks_.pop_front();
    base_ += chunk.size();
    if (!chunk.empty() && !sink_(std::move(chunk))) return false;
  }
  return true;
}

void ZipWindow::overwrite(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::uint64_t offset = position_ - base_;
    std::string& chunk = chunks_[static_cast<std::size_t>(offset / kChunkBytes)];
    const auto at = static_cast<std::size_t>(offset % kChunkBytes);
    const std::size_t part = std::min(bytes.size(), chunk.size() - at);
    chunk.replace(at, part, bytes.substr(0, part));
    bytes.remove_prefix(part);
    position_ += part;
  }
}

void ZipWindow::append(std::string_view bytes) {
  while (!bytes.empty()) {
    if (chunks_.empty() || chunks_.back().size() == kChunkBytes) {
      chunks_.push_back(new_chunk_());
      chunks_.back().reserve(kChunkBytes);
    }
    std::string& chunk = chunks_.back();
    const std::size_t part = std::min(bytes.size(), kChunkBytes - chunk.size());
    chunk.append(bytes.substr(0, part));
    bytes.remove_prefix(part);
    position_ += part;
    end_ += part;
  }
}

// The last chunk is kept while it has room for the next entry's head.
bool ZipWindow::send_full_chunks() {
  while (!chunks_.empty() && chunks_.front().size() == kChunkBytes) {
    std::string chunk = std::move(chunks_.front());
    chunks_.pop_front();
    base_ += kChunkBytes;
    if (!sink_(std::move(chunk))) return false;
  }
  return true;
}

}  // namespace countersign::http
