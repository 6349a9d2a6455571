#include "core/inspection/confined/picture_memory.h"

#include <doctest/doctest.h>
#include <malloc.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <vector>

// Each case is about the memory of a process of its own, because malloc's parameters are those of
// the whole process.
namespace countersign::confined::picture_memory_test {

constexpr std::size_t kPictureBytes = 9UL << 20;  // 12 megapixels at half their scale, in colour

// Whether a child of this process finds that `holds` returns true.
template <class Holds>
bool in_a_child(Holds holds) {
  const ::pid_t child = ::fork();
  if (child == 0) ::_exit(holds() ? 0 : 1);
  int status = -1;
  return child > 0 && ::waitpid(child, &status, 0) == child && status == 0;
}

std::size_t resident_pages() {
  std::ifstream file("/proc/self/statm");
  std::size_t size = 0;
  std::size_t resident = 0;
  file >> size >> resident;
  return resident;
}

long faults() {
  ::rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return usage.ru_minflt;
}

// Writes to every page of new memory and frees it; returns how many faults that took.
long faults_of(std::size_t bytes_of_picture) {
  const long before = faults();
  std::vector<std::uint8_t> picture(bytes_of_picture);
  const volatile std::uint8_t* bytes = picture.data();
  for (std::size_t i = 0; i < picture.size(); i += 4096) (void)bytes[i];
  return faults() - before;
}

TEST_CASE("the heap of an inspector grows by a picture's memory, and none of it is touched") {
  CHECK(in_a_child([] {
    ::malloc_trim(0);  // other tests of this process may have left a heap with room
    const auto* const before = static_cast<const char*>(::sbrk(0));
    const std::size_t resident = resident_pages();
    ready_picture_memory();
    const auto* const after = static_cast<const char*>(::sbrk(0));
    constexpr std::ptrdiff_t kGrowth = 64 << 20;
    constexpr std::size_t kFewPages = 256;
    return after - before >= kGrowth && resident_pages() < resident + kFewPages;
  }));
}

TEST_CASE("a second picture takes the memory of the first without a fault") {
  constexpr long kFew = 32;
  CHECK(in_a_child([] {
    ready_picture_memory();
    faults_of(kPictureBytes);
    return faults_of(kPictureBytes) < kFew;
  }));
}

TEST_CASE("a block that the growth has no room for goes back to the system when it is freed") {
  constexpr std::size_t kLargeBytes = 96UL << 20;
  constexpr long kMany = 1'000;
  CHECK(in_a_child([] {
    ready_picture_memory();
    faults_of(kLargeBytes);
    return faults_of(kLargeBytes) > kMany;
  }));
}

TEST_CASE("a picture's memory is fresh in each worker: no worker reads what another one wrote") {
  CHECK(in_a_child([] {
    ready_picture_memory();
    // The compiler is not to know that nothing was written to the memory.
    void* (*volatile const allocate)(std::size_t) = &std::malloc;
    const auto fresh = [&] { return static_cast<volatile std::uint8_t*>(allocate(kPictureBytes)); };
    const auto fill = [&] {
      volatile std::uint8_t* const bytes = fresh();
      for (std::size_t i = 0; i < kPictureBytes; ++i) bytes[i] = 0xA5;
      return bytes[kPictureBytes / 2] == 0xA5;
    };
    const auto is_fresh = [&] {
      const volatile std::uint8_t* const bytes = fresh();
      std::size_t filled = 0;
      for (std::size_t i = 0; i < kPictureBytes; ++i) filled += bytes[i] == 0xA5 ? 1 : 0;
      return filled == 0;
    };
    return in_a_child(fill) && in_a_child(is_fresh);
  }));
}

}  // namespace countersign::confined::picture_memory_test
