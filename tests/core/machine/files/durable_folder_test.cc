#include "core/machine/files/durable_folder.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cerrno>
#include <vector>

#include "core/machine/files/held_folder.h"
#include "tests/events/support/disk_faults.h"
#include "tests/events/support/temp_folder.h"

namespace countersign::durable_folder_test {

namespace fs = std::filesystem;

constexpr ::mode_t kMode = 0700;

fs::perms mode_of(const fs::path& path) { return fs::status(path).permissions(); }

// Records whether the parent folder was synced while it had an entry of that name.
class NameWatch {
 public:
  NameWatch(DiskFaults& faults, fs::path name) : name_(std::move(name)) {
    faults.fail_sync = [this](const std::string& path) {
      if (path == name_.parent_path() && fs::exists(name_)) seen_ = true;
      return 0;
    };
  }
  bool is_durable() const { return seen_; }

 private:
  const fs::path name_;
  bool seen_ = false;
};

TEST_CASE("the name of a new folder is durable, and so are those above it") {
  for (const char* name : {"a", "a/b", "a/b/c"}) {
    const TempFolder temp;
    DiskFaults faults;
    NameWatch watch(faults, temp.path() / name);
    REQUIRE_FALSE(make_durable_folder(temp.path() / "a" / "b" / "c", kMode));
    CHECK(watch.is_durable());
    CHECK(mode_of(temp.path() / "a" / "b" / "c") == fs::perms::owner_all);
  }
}

TEST_CASE("the name of a folder that is there is made durable again, and its mode is kept") {
  const TempFolder temp;
  fs::create_directory(temp.path() / "a");
  fs::permissions(temp.path() / "a", fs::perms::owner_all | fs::perms::group_read);
  DiskFaults faults;
  NameWatch watch(faults, temp.path() / "a");
  REQUIRE_FALSE(make_durable_folder(temp.path() / "a/", kMode));
  CHECK(watch.is_durable());
  CHECK(mode_of(temp.path() / "a") == (fs::perms::owner_all | fs::perms::group_read));
}

TEST_CASE("a folder whose name cannot be made durable is not used") {
  const TempFolder temp;
  DiskFaults faults;
  faults.fail_sync = [](const std::string&) { return EIO; };
  CHECK(make_durable_folder(temp.path() / "a", kMode) == std::errc::io_error);
  CHECK(make_durable_folder(temp.path() / "a", kMode) == std::errc::io_error);  // it exists
  CHECK_FALSE(HeldFolder::make(temp.path() / "b").has_value());
  // An existing folder is used as it is if its parent folder is on a read-only file system.
  faults.fail_sync = [](const std::string&) { return EROFS; };
  CHECK_FALSE(make_durable_folder(temp.path() / "a", kMode));
}

TEST_CASE("a folder that cannot be made is an error in words") {
  const TempFolder temp;
  REQUIRE_FALSE(make_durable_folder(temp.path() / "a", kMode));
  CHECK(make_durable_folder("/proc/no/such", kMode));
}

}  // namespace countersign::durable_folder_test
