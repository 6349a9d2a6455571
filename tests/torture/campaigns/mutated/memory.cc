#include "tests/torture/campaigns/mutated/memory.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>

namespace countersign::torture {
namespace {

// The number after `name:` in /proc/PID/status; 0 if there is no such process.
std::uint64_t status_of(const std::filesystem::path& folder, const std::string& name) {
  std::ifstream lines(folder / "status");
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(name + ":")) return std::stoull(line.substr(name.size() + 1));
  }
  return 0;
}

}  // namespace

CallMemory::CallMemory(pid_t process)
    : folder_(std::filesystem::path("/proc") / std::to_string(process)) {}

void CallMemory::begin() {
  std::ofstream peak(folder_ / "clear_refs");
  peak << "5" << std::flush;  // proc(5): resets the peak of the resident memory
  if (!peak)
    throw std::runtime_error("the peak of the server's memory cannot be reset: run as root");
  held_kib_ = status_of(folder_, "VmRSS");
}

std::uint64_t CallMemory::taken_kib() const {
  const std::uint64_t peak = status_of(folder_, "VmHWM");
  return peak > held_kib_ ? peak - held_kib_ : 0;
}

}  // namespace countersign::torture
