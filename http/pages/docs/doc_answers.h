#pragma once
#include <atomic>
#include <cstddef>
#include <memory>
#include <string_view>

#include "http/edge/body_pipe.h"

namespace countersign::http {

// The bodies of answers with documentation that are under way. Each has a copy of its bytes until
// its reader has taken them, so all of them together are bounded: readers who take nothing hold
// that much memory and no more.
//
// Thread-safe. Must outlive the bodies.
class DocAnswers {
 public:
  explicit DocAnswers(std::size_t bytes_max) : bytes_max_(bytes_max) {}
  DocAnswers(const DocAnswers&) = delete;
  DocAnswers& operator=(const DocAnswers&) = delete;

  // Returns a complete body with a copy of the bytes; null if the bodies under way leave no room.
  // The room comes back when the body is destroyed.
  std::shared_ptr<BodyPipe> body_of(std::string_view bytes);

  std::size_t bytes_under_way() const { return bytes_.load(std::memory_order_relaxed); }

 private:
  const std::size_t bytes_max_;
  std::atomic<std::size_t> bytes_{0};
};

}  // namespace countersign::http
