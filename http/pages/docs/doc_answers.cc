#include "http/pages/docs/doc_answers.h"

#include "core/check.h"

namespace countersign::http {

std::shared_ptr<BodyPipe> DocAnswers::body_of(std::string_view bytes) {
  const std::size_t size = bytes.size();
  if (bytes_.fetch_add(size, std::memory_order_relaxed) + size > bytes_max_) {
    bytes_.fetch_sub(size, std::memory_order_relaxed);
    return nullptr;
  }
  struct Counted {
    Counted(std::atomic<std::size_t>& all, std::size_t own)
        : bytes(all), size(own), pipe(own + 1) {}
    ~Counted() { bytes.fetch_sub(size, std::memory_order_relaxed); }
    Counted(const Counted&) = delete;
    Counted& operator=(const Counted&) = delete;

    std::atomic<std::size_t>& bytes;
    const std::size_t size;
    BodyPipe pipe;  // with room for all of them, so that no write waits
  };
  std::shared_ptr<Counted> counted;
  try {
    counted = std::make_shared<Counted>(bytes_, size);
  } catch (...) {
    bytes_.fetch_sub(size, std::memory_order_relaxed);
    throw;
  }
  const bool written = counted->pipe.write(bytes);
  check(written, "a body without a reader takes what it has room for");
  counted->pipe.finish();
  BodyPipe* const pipe = &counted->pipe;
  return {std::move(counted), pipe};
}

}  // namespace countersign::http
