#include "http/edge/socket/output_queue.h"

#include <sys/uio.h>

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "http/edge/socket/socket.h"

namespace countersign::http {

void OutputQueue::push(std::string bytes) {
  if (!bytes.empty()) segments_.push_back({std::move(bytes), false});
}

void OutputQueue::push_chunk(std::string chunk) {
  if (!chunk.empty()) segments_.push_back({std::move(chunk), true});
}

IoResult OutputQueue::send(Socket& socket, std::size_t budget_bytes, const Spent& spent) {
  IoResult total;
  while (!empty() && total.bytes < budget_bytes) {
    std::array<iovec, 16> pieces;
    std::size_t count = 0;
    std::size_t offered = 0;
    for (std::size_t i = first_; i < segments_.size() && count < pieces.size(); ++i) {
      std::string& bytes = segments_[i].bytes;
      const std::size_t skip = i == first_ ? offset_ : 0;
      pieces[count++] = {bytes.data() + skip, bytes.size() - skip};
      offered += bytes.size() - skip;
    }
    const IoResult one = socket.write(std::span<const iovec>(pieces.data(), count));
    if (one.status != IoResult::Status::Ok) return {one.status, total.bytes};
    total.bytes += one.bytes;
    drop_sent(one.bytes, spent);
    if (one.bytes < offered && !socket.tls()) {
      return {IoResult::Status::NeedsWrite, total.bytes};  // a second try would return this
    }
  }
  return total;
}

void OutputQueue::drop_sent(std::size_t bytes, const Spent& spent) {
  while (bytes > 0) {
    Segment& segment = segments_[first_];
    const std::size_t left = segment.bytes.size() - offset_;
    if (bytes < left) {
      offset_ += bytes;
      return;
    }
    bytes -= left;
    offset_ = 0;
    ++first_;
    if (segment.from_pipe) {
      const std::size_t size = segment.bytes.size();
      spent(size, std::move(segment.bytes));
    }
  }
  if (empty()) clear();
}

void OutputQueue::clear() {
  segments_.clear();
  first_ = 0;
  offset_ = 0;
}

}  // namespace countersign::http
