#include "tools/doctor/process_facts.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "tests/events/support/temp_folder.h"
#include "tools/doctor/known_settings.h"

namespace countersign::process_facts_test {

namespace fs = std::filesystem;

// A folder of the form of /proc.
struct Proc {
  void write(int process, const std::string& file, const std::string& content) const {
    fs::create_directories(folder.path() / std::to_string(process));
    std::ofstream(folder.path() / std::to_string(process) / file) << content;
  }
  TempFolder folder;
};

constexpr const char* kLimits =
    "Limit                     Soft Limit           Hard Limit           Units     \n"
    "Max core file size        0                    unlimited            bytes     \n"
    "Max open files            1024                 4096                 files     \n"
    "Max locked memory         8388608              8388608              bytes     \n"
    "Max address space         unlimited            unlimited            bytes     \n";

TEST_CASE("the limits, the status and the command line of a process are read") {
  const Proc proc;
  proc.write(7, "limits", kLimits);
  proc.write(7, "status", "Name:\tcountersignd\nPPid:\t1\nVmSwap:\t      12 kB\nEmpty:\n");
  proc.write(7, "cmdline", std::string("countersignd\0--data\0d\0", 22));
  proc.write(7, "environ", std::string("A=b=c\0D=\0nothing\0", 17));
  proc.write(8, "status", "PPid:\t7\n");
  proc.write(9, "status", "PPid:\t8\n");
  const auto limits = limits_of(proc.folder.path(), 7);
  REQUIRE(limits.has_value());
  CHECK(limits->open_files == 1024u);
  CHECK(limits->core_file == 0u);
  CHECK(limits->locked_memory == 8'388'608u);
  CHECK_FALSE(limits->address_space.has_value());
  const auto status = status_of_process(proc.folder.path(), 7);
  REQUIRE(status.has_value());
  CHECK(status->at("VmSwap") == "12 kB");
  CHECK(status->at("Empty").empty());
  CHECK(children_in(proc.folder.path(), 7) == std::vector<::pid_t>{8});
  CHECK(command_line_of(proc.folder.path(), 7) ==
        std::vector<std::string>{"countersignd", "--data", "d"});
  const auto environment = environment_of(proc.folder.path(), 7);
  REQUIRE(environment.has_value());
  CHECK(environment->at("A") == "b=c");
  CHECK(environment->size() == 2);
}

TEST_CASE("a process that is hidden, or has another form, gives no facts") {
  const Proc proc;
  proc.write(7, "limits", "Max open files            many\n");
  CHECK_FALSE(limits_of(proc.folder.path(), 7).has_value());
  CHECK_FALSE(limits_of(proc.folder.path(), 8).has_value());
  CHECK_FALSE(status_of_process(proc.folder.path(), 8).has_value());
  CHECK_FALSE(command_line_of(proc.folder.path(), 8).has_value());
  CHECK_FALSE(environment_of(proc.folder.path(), 8).has_value());
  CHECK(children_in(proc.folder.path() / "nowhere", 7).empty());
  CHECK_FALSE(listener_of(proc.folder.path() / "nobody.sock").has_value());
}

TEST_CASE("this process is known to the system") {
  const auto limits = limits_of("/proc", ::getpid());
  CHECK(limits.has_value());
  const auto status = status_of_process("/proc", ::getpid());
  REQUIRE(status.has_value());
  CHECK(status->at("PPid") == std::to_string(::getppid()));
}

TEST_CASE("settings are those of a file, or of the server's own command line") {
  const Proc proc;
  const std::string file = proc.folder.path() / "settings.toml";
  std::ofstream(file) << "attempts = 3\n";
  const auto of_file = known_settings(file, "d", proc.folder.path(), std::nullopt);
  REQUIRE(of_file.settings.has_value());
  CHECK(of_file.settings->service.attempts == 3u);
  CHECK(of_file.file == file);
  proc.write(7, "cmdline", "countersignd" + std::string("\0--data\0d\0--attempts=4\0", 23));
  proc.write(7, "environ", std::string("COUNTERSIGN_THREADS=5\0", 22));
  const auto of_server = known_settings("", "d", proc.folder.path(), 7);
  REQUIRE(of_server.settings.has_value());
  CHECK(of_server.settings->service.attempts == 4u);
  CHECK(of_server.settings->threads == 5u);
  std::ofstream(file) << "attempts = many\n";
  const auto wrong = known_settings(file, "d", proc.folder.path(), std::nullopt);
  CHECK_FALSE(wrong.settings.has_value());
  CHECK(wrong.why_not.find("attempts") != std::string::npos);
  for (const auto& server : {std::optional<::pid_t>(), std::optional<::pid_t>(8)}) {
    const auto none = known_settings("", "d", proc.folder.path(), server);
    CHECK_FALSE(none.settings.has_value());
    CHECK_FALSE(none.why_not.empty());
  }
}

TEST_CASE("the relative paths of a server begin from the folder that it works in") {
  const Proc proc;
  const fs::path works = proc.folder.path() / "works";
  fs::create_directories(works);
  std::ofstream(works / "a.toml") << "data = \"data\"\nmaster-key-file = \"m.key\"\n"
                                  << "tls-cert = \"c.pem\"\ntls-key = \"/k.pem\"\n";
  for (const std::string& flag :
       {std::string("--config=a.toml"), std::string("--config\0a.toml", 15)}) {
    proc.write(7, "cmdline", "countersignd" + std::string(1, '\0') + flag + std::string(1, '\0'));
    fs::remove(proc.folder.path() / "7" / "cwd");
    CHECK_FALSE(folder_of_process(proc.folder.path(), 7).has_value());
    CHECK_FALSE(known_settings("", "d", proc.folder.path(), 7).settings.has_value());
    fs::create_symlink(works, proc.folder.path() / "7" / "cwd");
    const auto known = known_settings("", "d", proc.folder.path(), 7);
    REQUIRE(known.settings.has_value());
    CHECK(known.file == works / "a.toml");
    CHECK(known.settings->data == works / "data");
    CHECK(known.settings->master_key.file == works / "m.key");
    CHECK(known.settings->tls->certificate_path == (works / "c.pem").string());
  }
}

}  // namespace countersign::process_facts_test
