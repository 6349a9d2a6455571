#include "core/event/vault_file.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <vector>

namespace countersign::test::vault_file_test {

FileId id(std::uint8_t n) { return FileId(Uuid{n}); }

StoredFile alone(std::uint8_t n, std::uint64_t size_bytes) {
  StoredFile file;
  file.file = id(n);
  file.size_bytes = size_bytes;
  file.day = "20261121";
  return file;
}

// Files with the ids from `first` on, which fill a container.
std::vector<StoredFile> container(std::uint8_t first, const std::vector<std::uint64_t>& sizes) {
  std::vector<StoredFile> files;
  std::uint64_t end = 0;
  for (const std::uint64_t size : sizes) {
    files.push_back(alone(static_cast<std::uint8_t>(first + files.size()), size));
    files.back().container = {id(first), 0, end};
    end += size;
  }
  for (StoredFile& file : files) file.container->size_bytes = end;
  return files;
}

TEST_CASE("a file of its own is the vault's file of its id") {
  CHECK(vault_file_of(alone(3, 70)) == VaultFile{id(3), "20261121", 70, 1, 70});
}

TEST_CASE("the files in a container are one file of the vault") {
  std::vector<StoredFile> files{alone(1, 10)};
  for (const StoredFile& each : container(5, {20, 30})) files.push_back(each);
  for (const StoredFile& each : container(8, {40})) files.push_back(each);
  const std::vector<VaultFile> expected{{id(1), "20261121", 10, 1, 10},
                                        {id(5), "20261121", 50, 2, 50},
                                        {id(8), "20261121", 40, 1, 40}};
  CHECK(vault_files_of(files) == expected);
  CHECK(vault_files_of({}).empty());
}

TEST_CASE("the files of a submission are alone, or fill a container") {
  CHECK(are_placed_well({}, {}));
  CHECK(are_placed_well(std::vector{alone(1, 10), alone(2, 20)}, {}));
  CHECK(are_placed_well(container(1, {10}), {}));
  CHECK(are_placed_well(container(1, {10, 20, 30}), std::vector{alone(9, 5)}));
}

TEST_CASE("files that leave a gap, overlap or leave their container are not placed well") {
  const std::vector<StoredFile> good = container(1, {10, 20, 30});
  const auto is_good_after = [&](std::size_t index, auto change) {
    std::vector<StoredFile> files = good;
    change(files[index]);
    return are_placed_well(files, {});
  };
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
  for (std::size_t i = 0; i < good.size(); ++i) {
    CAPTURE(i);
    CHECK(is_good_after(i, [](StoredFile&) {}));
    for (const std::uint64_t offset : {good[i].container->offset + 1, std::uint64_t{60}, kMost}) {
      CHECK_FALSE(is_good_after(i, [&](StoredFile& file) { file.container->offset = offset; }));
    }
    for (const std::uint64_t size :
         {std::uint64_t{0}, std::uint64_t{11}, std::uint64_t{60}, kMost}) {
      CHECK_FALSE(is_good_after(i, [&](StoredFile& file) { file.size_bytes = size; }));
    }
    for (const std::uint64_t bytes : {std::uint64_t{0}, std::uint64_t{59}, kMost}) {
      CHECK_FALSE(is_good_after(i, [&](StoredFile& file) { file.container->size_bytes = bytes; }));
    }
    CHECK_FALSE(is_good_after(i, [](StoredFile& file) { file.container->id = id(7); }));
    CHECK_FALSE(is_good_after(i, [](StoredFile& file) { file.container.reset(); }));
    CHECK_FALSE(is_good_after(i, [](StoredFile& file) { file.day = "20261122"; }));
  }
  CHECK_FALSE(are_placed_well(std::vector{good[1], good[0], good[2]}, {}));
  CHECK_FALSE(are_placed_well(std::vector{good[0], good[1]}, {}));
}

TEST_CASE("files whose lengths together exceed every number are not placed well") {
  std::vector<StoredFile> files = container(1, {10, 20});
  files[1].size_bytes = std::numeric_limits<std::uint64_t>::max() - 5;
  for (StoredFile& file : files) file.container->size_bytes = 4;
  CHECK_FALSE(are_placed_well(files, {}));
}

TEST_CASE("a container bears the id of its first file, and no earlier submission has it") {
  std::vector<StoredFile> files = container(1, {10, 20});
  for (StoredFile& file : files) file.container->id = id(7);
  CHECK_FALSE(are_placed_well(files, {}));
  const std::vector<StoredFile> good = container(1, {10, 20});
  CHECK_FALSE(are_placed_well(good, std::vector{alone(1, 10)}));
  CHECK_FALSE(are_placed_well(good, container(1, {30, 40})));
  CHECK(are_placed_well(good, container(3, {30, 40})));
}

}  // namespace countersign::test::vault_file_test
