#include "core/inspection/confined/picture_memory.h"

#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "core/inspection/confined/confinement.h"

namespace countersign::confined {
namespace {

constexpr std::size_t kHugePageBytes = 2UL << 20;  // of x86-64
// A document of 12 megapixels takes 42 MiB at its peak. A larger picture grows the heap further.
constexpr std::size_t kGrowthBytes = 64UL << 20;
// The beginning of the growth stays in small pages: it holds what a worker allocates before it has
// a picture, so that a worker that waits takes no huge page.
constexpr std::size_t kSmallBytes = 1UL << 20;
// A heap with more free memory than so many blocks is not grown.
constexpr std::size_t kBlocksMax = 64;
// A larger block that the heap has no room for is mapped alone, and unmapped when it is freed. The
// most that mallopt(3) takes.
constexpr int kMappedBytes = 32 << 20;

std::uintptr_t end_of_heap() { return reinterpret_cast<std::uintptr_t>(::sbrk(0)); }

}  // namespace

void ready_picture_memory() {
  if (!kConfines) return;
  ::mallopt(M_MMAP_THRESHOLD, kMappedBytes);
  ::mallopt(M_TRIM_THRESHOLD, INT_MAX);
  ::mallopt(M_TOP_PAD, static_cast<int>(kGrowthBytes));
  // The memory that loading an engine has freed goes back to the system: a worker that wrote to it
  // would copy it first.
  ::malloc_trim(0);
  const std::uintptr_t before = end_of_heap();
  // Free memory within the heap may serve the first blocks.
  std::array<void*, kBlocksMax> blocks{};
  std::size_t count = 0;
  while (count < blocks.size() && end_of_heap() == before) {
    blocks[count++] = std::malloc(kSmallBytes);
  }
  const auto begin = reinterpret_cast<std::uintptr_t>(blocks[count - 1]);
  for (void* const block : blocks) std::free(block);
  const std::uintptr_t end = end_of_heap() / kHugePageBytes * kHugePageBytes;
  if (end < before + kSmallBytes || begin > end) return;  // the heap could not be grown
  const std::uintptr_t first =
      (begin + kSmallBytes + kHugePageBytes - 1) / kHugePageBytes * kHugePageBytes;
  if (first < end) ::madvise(reinterpret_cast<void*>(first), end - first, MADV_HUGEPAGE);
}

}  // namespace countersign::confined
