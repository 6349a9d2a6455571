#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "tests/torture/hurt_disk/bad_disk.h"

namespace countersign::torture {

// The resources that a disk can run out of.
enum class Room : std::uint8_t { Bytes, Names };

// A disk on which somebody else takes room and gives it back. Not thread-safe.
class SmallDisk {
 public:
  virtual ~SmallDisk() = default;

  // Takes all free room but `left`. A second call takes what has become free since.
  virtual void fill(Room room, std::int64_t left) = 0;
  virtual void make_room() = 0;
};

// A small disk that the preloaded library simulates.
class CountedDisk : public SmallDisk {
 public:
  explicit CountedDisk(BadDisk& disk) : disk_(disk) { make_room(); }

  void fill(Room room, std::int64_t left) override;
  void make_room() override;

 private:
  BadDisk& disk_;
};

// A real file system in memory, visible only to this process and its child processes.
class MountedDisk : public SmallDisk {
 public:
  // Returns nullopt if the system lets this user mount nothing. REQUIRES: the process has one
  // thread.
  static std::optional<MountedDisk> mount(const std::filesystem::path& folder);

  void fill(Room room, std::int64_t left) override;
  void make_room() override;

 private:
  explicit MountedDisk(std::filesystem::path folder) : folder_(std::move(folder)) {}
  void fill_bytes(std::int64_t left);
  void fill_names(std::int64_t left);

  std::filesystem::path folder_;
  std::int64_t filler_bytes_ = 0;
  std::uint64_t fillers_ = 0;  // empty files
};

}  // namespace countersign::torture
