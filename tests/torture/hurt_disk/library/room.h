#pragma once
#include <sys/stat.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "tests/torture/hurt_disk/bad_disk_state.h"

// The room of a small disk.
//
// These names are hidden, so that no name of the server that loads the library replaces one.
#pragma GCC visibility push(hidden)
namespace countersign::torture {

inline constexpr std::int64_t kBlockBytes = 4096;

// Returns how many of the bytes have room; 0 with errno if none have. `offset`: nullopt for the
// file's current position.
std::size_t with_room(int descriptor, std::size_t size, std::optional<std::int64_t> offset);

// Takes the room of a file up to its byte `end`; false with errno if there is too little.
bool allocates(int descriptor, std::int64_t end);

// Gives back the room of a file behind its byte `end`.
void give_back_behind(int descriptor, std::int64_t end);

// The room that a removed name gives back: none if the name does not exist or is elsewhere.
class Leaving {
 public:
  explicit Leaving(const std::string& path);
  void left();

 private:
  BadDiskState* const disk_;
  struct ::stat status_ {};
  bool is_there_ = false;
};

// Takes a name, unless it exists. failed() gives it back.
class Making {
 public:
  explicit Making(const std::string& path);
  bool may() const { return may_; }
  void failed();

 private:
  BadDiskState* const disk_;
  bool took_ = false;
  bool may_ = true;
};

// Returns whether the path is below the folder and the disk is small.
bool is_small_at(const std::string& path);

// Writes the free room into the answer of the system.
template <class Status>
void tell_room(const BadDiskState& disk, Status& status, std::uint64_t block_bytes) {
  const auto free = static_cast<std::uint64_t>(std::max<std::int64_t>(disk.free_bytes, 0));
  status.f_bfree = status.f_bavail = free / std::max<std::uint64_t>(block_bytes, 1);
  status.f_ffree = static_cast<std::uint64_t>(std::max<std::int64_t>(disk.free_names, 0));
}

}  // namespace countersign::torture
#pragma GCC visibility pop
