#include "core/machine/files/free_space.h"

#include <doctest/doctest.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>

#include <limits>
#include <string>

#include "tests/events/vault/vault_fixture.h"

namespace countersign::free_space_test {

constexpr std::uint64_t kMebibyte = std::uint64_t{1} << 20;
constexpr std::uint64_t kGibibyte = std::uint64_t{1} << 30;

TEST_CASE("the reserve is 5 %, at least 1 GiB, and at most a quarter of a small disk") {
  struct Row {
    std::uint64_t disk_bytes;
    std::uint64_t reserve_bytes;
  };
  for (const Row& row : {Row{0, 0},
                         Row{64 * kMebibyte, 16 * kMebibyte},
                         Row{4 * kGibibyte, kGibibyte},
                         Row{10 * kGibibyte, kGibibyte},
                         Row{20 * kGibibyte, kGibibyte},
                         Row{100 * kGibibyte, 5 * kGibibyte}}) {
    CHECK(default_reserve_bytes(row.disk_bytes) == row.reserve_bytes);
  }
}

TEST_CASE("a file is not begun when the reserve is reached, and nothing is written") {
  VaultFixture fixture;
  fixture.reopen({.reserve_bytes = std::numeric_limits<std::uint64_t>::max()});
  CHECK_FALSE(fixture.vault().has_room());
  const auto writer =
      fixture.vault().create(fixture.session, fixture.key, fixture.new_file(), fixture.day);
  REQUIRE_FALSE(writer);
  CHECK(writer.error() == VaultError::Full);
  CHECK(fixture.folders_on_disk() == 0);
}

TEST_CASE("the system is asked for room at most once a second, and again if the clock goes back") {
  FakeClock clock;
  const TempFolder folder;
  const std::filesystem::path path = folder.path() / "disk";
  const FreeSpace free_space(path, clock, 0);
  CHECK_FALSE(free_space.has_room());  // the folder does not exist yet
  std::filesystem::create_directory(path);
  CHECK_FALSE(free_space.has_room());
  clock.move(std::chrono::milliseconds(999));
  CHECK_FALSE(free_space.has_room());
  clock.move(std::chrono::milliseconds(1));
  CHECK(free_space.has_room());
  std::filesystem::remove(path);
  CHECK(free_space.has_room());
  clock.move(-std::chrono::hours(1));
  CHECK_FALSE(free_space.has_room());
}

TEST_CASE("the free room counts, and not the size of the disk") {
  FakeClock clock;
  const TempFolder folder;
  std::ofstream(folder.path() / "some", std::ios::binary) << bytes_like_an_image(kMebibyte);
  const std::filesystem::space_info disk = std::filesystem::space(folder.path());
  REQUIRE(disk.available < disk.capacity);
  const std::uint64_t between = disk.available + (disk.capacity - disk.available) / 2 + 1;
  CHECK_FALSE(FreeSpace(folder.path(), clock, between).has_room());
  CHECK(FreeSpace(folder.path(), clock, disk.available / 2).has_room());
}

TEST_CASE("reserved room is not there for another until it is given back") {
  FakeClock clock;
  const TempFolder folder;
  const FreeSpace free_space(folder.path(), clock, 0);
  const std::uint64_t room = free_space.room_bytes();
  REQUIRE(room > 100 * kMebibyte);
  {
    auto first = free_space.reserve(room - 10 * kMebibyte);
    REQUIRE(first.has_value());
    CHECK(free_space.room_bytes() == 10 * kMebibyte);
    CHECK(free_space.has_room());  // the holder of the reservation may still write
    CHECK_FALSE(free_space.reserve(11 * kMebibyte).has_value());
    CHECK_FALSE(free_space.reserve(~std::uint64_t{0}).has_value());
    const auto second = free_space.reserve(10 * kMebibyte);
    CHECK(second.has_value());
    CHECK(free_space.room_bytes() == 0);
    auto moved = *std::move(first);
    // NOLINTNEXTLINE(bugprone-use-after-move): what is left behind is tested.
    first.reset();
    CHECK(free_space.room_bytes() == 0);
    // Written bytes count until the disk is asked again; its answer then includes them.
    moved.written(50 * kMebibyte);
    CHECK(free_space.room_bytes() == 0);
    moved.written(~std::uint64_t{0});
    CHECK(moved.bytes() == 0);
  }
  CHECK(free_space.room_bytes() == 10 * kMebibyte);
  clock.move(std::chrono::seconds(1));
  CHECK(free_space.room_bytes() > 50 * kMebibyte);
}

TEST_CASE("the reserve of the disk cannot be reserved") {
  FakeClock clock;
  const TempFolder folder;
  const std::uint64_t available = std::filesystem::space(folder.path()).available;
  const FreeSpace free_space(folder.path(), clock, available / 2);
  CHECK_FALSE(free_space.reserve(available / 4 * 3).has_value());
  CHECK(free_space.reserve(available / 4).has_value());
}

// Makes large files impossible under `folder`: with a small disk of its own if this process may
// mount one, otherwise with the system's limit on the size of a file.
class SmallDisk {
 public:
  explicit SmallDisk(const std::filesystem::path& folder) : folder_(folder) {
    mounted_ = ::unshare(CLONE_NEWNS) == 0 &&
               ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
               ::mount("tmpfs", folder_.c_str(), "tmpfs", 0, "size=1m,mode=0700") == 0;
    if (mounted_) return;
    ::signal(SIGXFSZ, SIG_IGN);
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const ::rlimit small{kMebibyte, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
  }
  ~SmallDisk() {
    if (mounted_) {
      ::umount2(folder_.c_str(), MNT_DETACH);
      return;
    }
    ::setrlimit(RLIMIT_FSIZE, &before_);
    ::signal(SIGXFSZ, SIG_DFL);
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

 private:
  std::filesystem::path folder_;
  bool mounted_ = false;
  ::rlimit before_{};
};

TEST_CASE("a real disk that gets full is Full, leaves nothing, and serves again") {
  VaultFixture fixture;
  const std::filesystem::path data = fixture.data() / "small";
  std::filesystem::create_directory(data);
  const SmallDisk disk(data);
  const auto vault = Vault::open_folder(data, fixture.clock, {.reserve_bytes = 0});
  REQUIRE(vault);
  const auto files_left = [&] {
    const auto found = (*vault)->store().new_files();
    REQUIRE(found);
    return found->size();
  };
  {
    auto writer = (*vault)->create(fixture.session, fixture.key, fixture.new_file(), fixture.day);
    REQUIRE(writer);
    CHECK(error_of((*writer)->append(bytes_like_an_image(4 * kMebibyte))) == VaultError::Full);
    CHECK(error_of((*writer)->seal()) == VaultError::Full);
    CHECK(files_left() == 1);
  }
  CHECK(files_left() == 0);
  auto writer = (*vault)->create(fixture.session, fixture.key, fixture.new_file(), fixture.day);
  REQUIRE(writer);
  CHECK((*writer)->append(bytes_like_an_image(300'000)));
  CHECK((*writer)->seal());
  CHECK((*writer)->commit());
}

}  // namespace countersign::free_space_test
