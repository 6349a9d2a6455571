#include "tests/torture/campaigns/power/journal.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <stdexcept>

namespace countersign::torture {

Journal::Journal(const std::filesystem::path& file) : size_(std::filesystem::file_size(file)) {
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  void* const mapped =
      size_ == 0 ? MAP_FAILED : ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, descriptor, 0);
  ::close(descriptor);
  if (mapped == MAP_FAILED) throw std::runtime_error("there is no journal: " + file.string());
  begin_ = static_cast<const char*>(mapped);
  read_acts();
}

Journal::~Journal() { ::munmap(const_cast<char*>(begin_), size_); }

// The last entry may be cut off, if the program was killed.
void Journal::read_acts() {
  std::string_view rest(begin_, size_);
  JournalHead head{};
  while (rest.size() >= sizeof(head)) {
    std::memcpy(&head, rest.data(), sizeof(head));
    rest.remove_prefix(sizeof(head));
    if (rest.size() < head.name_bytes + head.other_bytes + head.bytes) return;
    const auto take = [&rest](std::size_t size) {
      const std::string_view taken = rest.substr(0, size);
      rest.remove_prefix(size);
      return taken;
    };
    Act& act = acts_.emplace_back();
    act.did = head.did;
    act.flags = head.flags;
    act.at = Moment(std::chrono::nanoseconds(head.at_ns));
    act.offset = head.offset;
    act.size = head.size;
    act.name = take(head.name_bytes);
    act.other = take(head.other_bytes);
    act.bytes = take(head.bytes);
  }
}

}  // namespace countersign::torture
