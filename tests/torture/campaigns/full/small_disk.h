#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "tests/torture/hurt_disk/bad_disk.h"

namespace countersign::torture {

// What a disk may have no more of.
enum class Room : std::uint8_t { Bytes, Names };

// A disk on which somebody else takes room and gives it back. One thread.
class SmallDisk {
 public:
  virtual ~SmallDisk() = default;

  // Somebody takes all there is but for so much. Again: what became free meanwhile.
  virtual void fill(Room room, std::int64_t left) = 0;
  virtual void make_room() = 0;
};

// One that the preloaded library pretends.
class CountedDisk : public SmallDisk {
 public:
  explicit CountedDisk(BadDisk& disk) : disk_(disk) { make_room(); }

  void fill(Room room, std::int64_t left) override;
  void make_room() override;

 private:
  BadDisk& disk_;
};

// A true one, in memory, that this process and those it starts see, and nobody else.
class MountedDisk : public SmallDisk {
 public:
  // None where the system lets this user mount nothing. REQUIRES: one thread.
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
