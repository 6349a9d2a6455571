#include "core/machine/files/held_folder.h"

#include <doctest/doctest.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <fstream>
#include <functional>
#include <set>
#include <sstream>
#include <thread>

#include "tests/events/support/temp_folder.h"

namespace countersign::held_folder_test {

namespace fs = std::filesystem;
using Kind = HeldFolder::Kind;

// Makes openat2(2) fail with `error` on this thread: ENOSYS as on a kernel without the call, or
// EPERM as behind a seccomp filter.
bool forbid_openat2(int error) {
  const std::array<::sock_filter, 4> steps = {{
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(::seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat2, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | static_cast<unsigned>(error)),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  }};
  const ::sock_fprog filter{static_cast<unsigned short>(steps.size()),
                            const_cast<::sock_filter*>(steps.data())};
  return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

// Does the work with openat2(2), and again where that call is not available.
void both_ways(const std::function<void()>& work) {
  SUBCASE("openat2") { work(); }
  for (const int error : {ENOSYS, EPERM}) {
    SUBCASE(error == ENOSYS ? "a component at a time, no such call" : "the same, behind a filter") {
      bool forbidden = false;
      std::thread thread([&] {
        forbidden = forbid_openat2(error) && ::syscall(SYS_openat2, -1, "", nullptr, 0) == -1 &&
                    errno == error;
        work();
      });
      thread.join();
      CHECK(forbidden);
    }
  }
}

std::string content_of(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

void put(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

::mode_t mode_of(const fs::path& path) {
  struct ::stat status {};
  REQUIRE(::lstat(path.c_str(), &status) == 0);
  return status.st_mode & 07777;
}

struct Held {
  TempFolder temp;
  fs::path elsewhere = temp.path() / "elsewhere";
  fs::path root = temp.path() / "folder";
  HeldFolder folder = make();

  HeldFolder make() {
    put(elsewhere / "victim", "the victim's");
    auto made = HeldFolder::make(root);
    REQUIRE(made.has_value());
    return *std::move(made);
  }
  bool victim_is_whole() const { return content_of(elsewhere / "victim") == "the victim's"; }
  std::string why_not_read(std::string_view name) const {
    const auto read = folder.read(name, 100);
    REQUIRE_FALSE(read.has_value());
    return read.error().why;
  }
};

TEST_CASE("a name that leads out of a folder is none") {
  for (const char* name : {"",
                           "/",
                           "/etc/passwd",
                           ".",
                           "..",
                           "../victim",
                           "a/../b",
                           "a/..",
                           "a/./b",
                           "a//b",
                           "a/",
                           "./a"}) {
    CAPTURE(name);
    CHECK_FALSE(is_name_beneath(name));
  }
  CHECK_FALSE(is_name_beneath(std::string_view("a\0b", 3)));
  CHECK_FALSE(is_name_beneath(std::string(256, 'a')));
  CHECK_FALSE(is_name_beneath("a/" + std::string(256, 'a') + "/b"));
  std::string long_path = "a";
  while (long_path.size() < 4096) long_path += "/a";
  CHECK_FALSE(is_name_beneath(long_path));
  for (const char* name : {"a", "a/b/c", "...", "a../..b", "files/20260101/0a/x", " ", "\\", "~"}) {
    CAPTURE(name);
    CHECK(is_name_beneath(name));
  }
}

TEST_CASE("files are read, made, replaced and removed beneath a folder") {
  both_ways([] {
    Held held;
    CHECK_FALSE(held.folder.make_folders("a/b/c"));
    CHECK_FALSE(held.folder.make_folders("a/b/c"));
    CHECK(mode_of(held.root / "a" / "b") == 0700);
    CHECK_FALSE(held.folder.replace("a/b/file", "first"));
    CHECK_FALSE(held.folder.replace("a/b/file", "second"));
    CHECK(*held.folder.read("a/b/file", 6) == "second");
    CHECK(mode_of(held.root / "a" / "b" / "file") == 0600);
    CHECK(held.folder.size_of("a/b/file") == 6);
    CHECK(held.why_not_read("a/b/none").find("No such file") != std::string::npos);
    CHECK(held.folder.read("a/b/none", 1).error().not_there);
    CHECK(held.folder.read("a/b/file", 5).error().why.find("longer than 5") != std::string::npos);
    CHECK_FALSE(held.folder.rename("a/b/file", "a/b/c/other"));
    CHECK(held.folder.kind_of("a/b/c/other") == Kind::File);
    CHECK_FALSE(held.folder.remove_empty_folder("a/b/c"));
    CHECK_FALSE(held.folder.remove("a/b/c/other"));
    CHECK_FALSE(held.folder.remove("a/b/c/other"));
    CHECK_FALSE(held.folder.remove("no/such/folder"));
    CHECK(held.folder.remove_empty_folder("a/b/c"));
    CHECK_FALSE(held.folder.sync("a/b"));
    CHECK(held.folder.list("a")->front().name == "b");
  });
}

TEST_CASE("no link beneath a folder is followed, and the sentence names it") {
  both_ways([] {
    Held held;
    fs::create_symlink(held.elsewhere, held.root / "link");
    fs::create_symlink(held.elsewhere / "victim", held.root / "file");
    fs::create_symlink("nowhere", held.root / "dangling");
    fs::create_directories(held.root / "a");
    fs::create_symlink("..", held.root / "a" / "up");
    fs::create_symlink("/proc/self/root", held.root / "magic");
    for (const char* name : {"link/victim", "file", "a/up/file", "magic/etc/passwd", "dangling"}) {
      CAPTURE(name);
      CHECK(held.why_not_read(name).find("is a link") != std::string::npos);
    }
    CHECK(held.why_not_read("link/victim").find((held.root / "link").string() + " is a link") == 0);
    CHECK_FALSE(held.folder.create("link/new").has_value());
    CHECK_FALSE(held.folder.open_or_create("file").has_value());
    CHECK(held.folder.open_or_create("dangling").error().why.find("is a link") !=
          std::string::npos);
    CHECK(held.folder.replace("link/victim", "x").has_value());
    CHECK(held.folder.remove("link/victim").has_value());
    CHECK(held.folder.rename("file", "link/moved").has_value());
    CHECK(held.folder.make_folders("link/folder").has_value());
    CHECK_FALSE(held.folder.remove_empty_folder("link"));
    CHECK_FALSE(held.folder.list("link").has_value());
    CHECK(held.folder.sync("link").has_value());
    CHECK(held.folder.kind_of("link") == Kind::Link);
    CHECK_FALSE(held.folder.kind_of("link/victim").has_value());
    CHECK_FALSE(held.folder.size_of("file").has_value());
    CHECK(held.victim_is_whole());
    CHECK(fs::exists(held.elsewhere / "victim"));
    CHECK_FALSE(fs::exists(held.elsewhere / "folder"));
    CHECK_FALSE(fs::exists(held.root / "nowhere"));
  });
}

TEST_CASE("a link where a file is made is replaced, and what it names stays") {
  both_ways([] {
    Held held;
    fs::create_symlink(held.elsewhere / "victim", held.root / "marker.new");
    fs::create_symlink(held.elsewhere / "victim", held.root / "marker");
    CHECK_FALSE(held.folder.replace("marker", "text"));
    CHECK(held.victim_is_whole());
    CHECK(fs::is_regular_file(fs::symlink_status(held.root / "marker")));
    CHECK(*held.folder.read("marker", 10) == "text");
    // The same holds for a hard link: only the name is replaced.
    fs::create_hard_link(held.elsewhere / "victim", held.root / "hard.new");
    fs::create_hard_link(held.elsewhere / "victim", held.root / "hard");
    CHECK(held.folder.open_or_create("hard").error().why.find("hard links") != std::string::npos);
    CHECK_FALSE(held.folder.replace("hard", "text"));
    CHECK(held.victim_is_whole());
    CHECK(mode_of(held.elsewhere / "victim") != 0600);
  });
}

TEST_CASE("a path that is not a file is neither waited for nor read") {
  both_ways([] {
    Held held;
    REQUIRE(::mkfifo((held.root / "pipe").c_str(), 0600) == 0);
    fs::create_directories(held.root / "folder");
    const int socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    ::sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string name = held.root / "socket";
    REQUIRE(name.size() < sizeof address.sun_path);
    name.copy(address.sun_path, name.size());
    REQUIRE(::bind(socket, reinterpret_cast<const ::sockaddr*>(&address), sizeof address) == 0);
    for (const char* file : {"pipe", "folder", "socket"}) {
      CAPTURE(file);
      CHECK(held.why_not_read(file).find("not a regular file") != std::string::npos);
      CHECK_FALSE(held.folder.open_or_create(file).has_value());
      CHECK_FALSE(open_named_file(held.root / file).has_value());
    }
    CHECK_FALSE(open_named_file("/dev/zero").has_value());
    CHECK_FALSE(read_named_file("/dev/zero", 100).has_value());
    ::close(socket);
  });
}

TEST_CASE("a file that an operator names may be reached by a link") {
  const Held held;
  fs::create_symlink(held.elsewhere, held.temp.path() / "link");
  fs::create_symlink("victim", held.elsewhere / "again");
  CHECK(*read_named_file(held.temp.path() / "link" / "again", 100) == "the victim's");
  CHECK(read_named_file(held.temp.path() / "none", 100).error().not_there);
  const auto folder = HeldFolder::open(held.temp.path() / "link");
  REQUIRE(folder.has_value());
  CHECK(*folder->read("victim", 100) == "the victim's");
  CHECK(HeldFolder::make(held.temp.path() / "link").has_value());
}

TEST_CASE("a folder stays the one that was opened when another takes its path") {
  both_ways([] {
    Held held;
    put(held.root / "file", "the right one");
    fs::rename(held.root, held.temp.path() / "moved");
    fs::create_symlink(held.elsewhere, held.root);
    CHECK(*held.folder.read("file", 100) == "the right one");
    CHECK(content_of(held.folder.pinned_path() / "file") == "the right one");
    CHECK_FALSE(held.folder.replace("victim", "not elsewhere"));
    CHECK(held.victim_is_whole());
  });
}

TEST_CASE("a folder renamed while files are opened beneath it leads nowhere else") {
  both_ways([] {
    Held held;
    put(held.root / "good" / "victim", "the good one");
    fs::create_symlink(held.elsewhere, held.root / "bad");
    std::atomic<bool> stop{false};
    std::thread swapping([&] {
      // The name `at` is in turn a folder, a link out of the root, and missing.
      while (!stop) {
        ::rename((held.root / "good").c_str(), (held.root / "at").c_str());
        ::rename((held.root / "at").c_str(), (held.root / "good").c_str());
        ::rename((held.root / "bad").c_str(), (held.root / "at").c_str());
        ::rename((held.root / "at").c_str(), (held.root / "bad").c_str());
      }
    });
    std::set<std::string> seen;
    for (int i = 0; i < 3000; ++i) {
      if (const auto read = held.folder.read("at/victim", 100)) seen.insert(*read);
      (void)held.folder.replace("at/written", "x");
      (void)held.folder.remove("at/gone");
    }
    stop = true;
    swapping.join();
    CHECK_FALSE(seen.contains("the victim's"));
    CHECK(held.victim_is_whole());
    CHECK_FALSE(fs::exists(held.elsewhere / "written"));
    CHECK_FALSE(fs::exists(held.elsewhere / "written.new"));
  });
}

TEST_CASE("a walk tells every name and kind below, and enters no link") {
  both_ways([] {
    Held held;
    put(held.root / "tree" / "a" / "file", "");
    put(held.root / "tree" / "b.new", "");
    fs::create_symlink(held.elsewhere, held.root / "tree" / "link");
    std::set<std::pair<std::string, Kind>> seen;
    CHECK_FALSE(held.folder.walk(
        "tree", [&](const std::string& name, Kind kind) { seen.emplace(name, kind); }));
    CHECK(seen == std::set<std::pair<std::string, Kind>>{{"tree/a", Kind::Folder},
                                                         {"tree/a/file", Kind::File},
                                                         {"tree/b.new", Kind::File},
                                                         {"tree/link", Kind::Link}});
    CHECK_FALSE(held.folder.walk("none", [](const std::string&, Kind) { CHECK(false); }));
    CHECK(held.folder.walk("tree/link", [](const std::string&, Kind) { CHECK(false); }));
    fs::path deep = held.root / "deep";
    for (std::size_t i = 0; i <= HeldFolder::kDepthMax; ++i) deep /= "d";
    fs::create_directories(deep);
    CHECK(held.folder.walk("deep", [](const std::string&, Kind) {}).has_value());
  });
}

TEST_CASE("a folder that others may write to, or own, is not written to") {
  Held held;
  CHECK_FALSE(held.folder.refusal_to_write());
  for (const ::mode_t mode : {0770u, 0702u, 0777u, 01777u}) {
    CAPTURE(mode);
    REQUIRE(::chmod(held.root.c_str(), mode) == 0);
    const auto why = held.folder.refusal_to_write();
    REQUIRE(why.has_value());
    CHECK(why->find("chmod go-w") != std::string::npos);
    CHECK(mode_of(held.root) == mode);
  }
  for (const ::mode_t mode : {0700u, 0755u, 0750u}) {
    REQUIRE(::chmod(held.root.c_str(), mode) == 0);
    CHECK_FALSE(held.folder.refusal_to_write());
  }
  fs::create_directories(held.root / "inner");
  REQUIRE(::chmod((held.root / "inner").c_str(), 0777) == 0);
  CHECK(held.folder.refusal_to_write("inner").has_value());
  constexpr ::uid_t kNobody = 65534;
  // Only root can give a folder away. For other users the mode checks above test the rule's other
  // half.
  if (::chown(held.root.c_str(), kNobody, kNobody) == 0) {
    CHECK(held.folder.refusal_to_write()->find("belongs to the user 65534") != std::string::npos);
  }
}

TEST_CASE("a folder that is made is its maker's alone, and one that is there keeps its mode") {
  const TempFolder temp;
  REQUIRE(HeldFolder::make(temp.path() / "a" / "b" / "c" / "").has_value());
  CHECK(mode_of(temp.path() / "a" / "b" / "c") == 0700);
  REQUIRE(::chmod((temp.path() / "a").c_str(), 0755) == 0);
  REQUIRE(HeldFolder::make(temp.path() / "a").has_value());
  CHECK(mode_of(temp.path() / "a") == 0755);
  put(temp.path() / "file", "");
  CHECK_FALSE(HeldFolder::make(temp.path() / "file").has_value());
  CHECK_FALSE(HeldFolder::make(temp.path() / "file" / "in").has_value());
  CHECK(HeldFolder::open(temp.path() / "none").error().not_there);
}

TEST_CASE("no folder is made, or written to, where somebody else may put another in its place") {
  const TempFolder temp;
  const fs::path shared = temp.path() / "shared";
  fs::create_directories(shared / "there");
  const auto check_refused = [&](const fs::path& path, const char* why) {
    const auto made = HeldFolder::make(path);
    REQUIRE_FALSE(made.has_value());
    CHECK(made.error().why.find(why) != std::string::npos);
    CHECK_FALSE(made.error().not_there);
  };
  REQUIRE(::chmod(shared.c_str(), 0777) == 0);
  for (const char* name : {"there", "there/", "new", "new/deeper/"}) {
    CAPTURE(name);
    check_refused(shared / name, "may replace it");
  }
  CHECK_FALSE(fs::exists(shared / "new"));
  // Here only the owner of a folder may replace it, as in /tmp.
  REQUIRE(::chmod(shared.c_str(), 01777) == 0);
  CHECK(HeldFolder::make(shared / "new").has_value());
  REQUIRE(::chmod(shared.c_str(), 0755) == 0);
  CHECK(HeldFolder::make(shared / "other" / "deeper").has_value());
  constexpr ::uid_t kNobody = 65534;
  if (::chown(shared.c_str(), kNobody, kNobody) != 0) return;  // only root can give a folder away
  check_refused(shared / "of_another" / "deeper", "belongs to the user 65534");
  CHECK_FALSE(fs::exists(shared / "of_another"));
}

}  // namespace countersign::held_folder_test
