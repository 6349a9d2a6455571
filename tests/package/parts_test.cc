// The parts of the Debian packages agree with each other and with the programs that there are.
#include <doctest/doctest.h>

#include <algorithm>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "tests/sources/support/sources.h"

namespace countersign::test::parts_test {

const std::string kFolder = "tools/package/debian/";

// The values of a setting of the unit, in the order of their lines.
std::vector<std::string> values_of(const std::string& setting) {
  std::vector<std::string> values;
  for (const std::string& line : read_source(kFolder + "countersign.service").lines) {
    if (line.starts_with(setting + "=")) values.push_back(line.substr(setting.size() + 1));
  }
  return values;
}

std::string value_of(const std::string& setting) {
  const std::vector<std::string> values = values_of(setting);
  REQUIRE_MESSAGE(values.size() == 1, setting);
  return values.front();
}

// The texts of the lists of one kind, such as `.install`.
std::string lists(const std::string& kind) {
  std::string text;
  for (const SourceFile& file : files_ending_in({kind})) {
    if (file.path.starts_with(kFolder)) text += text_of(file);
  }
  return text;
}

// The programs for users that tools/CMakeLists.txt builds.
std::set<std::string> programs() {
  static const std::regex built(R"(^\s*add_executable\(([\w-]+))");
  std::set<std::string> names;
  std::smatch match;
  for (const std::string& line : read_source("tools/CMakeLists.txt").lines) {
    if (std::regex_search(line, match, built)) names.insert(match[1]);
  }
  return names;
}

TEST_CASE("every program is in a package, with a manual page") {
  const std::string installed = lists(".install");
  const std::string pages = lists(".manpages");
  CHECK(programs().size() >= 6);
  for (const std::string& program : programs()) {
    CHECK_MESSAGE(installed.find("programs/" + program + " ") != std::string::npos, program);
    CHECK_MESSAGE(pages.find("man/" + program + ".") != std::string::npos, program);
  }
}

TEST_CASE("the unit of the package waits for the settings with which it starts") {
  const std::string settings = value_of("ConditionPathExists");
  CHECK(settings == "/etc/countersign/countersign.toml");
  CHECK(value_of("ExecStart").ends_with(" --config " + settings));
  CHECK(value_of("ExecStart").starts_with("/usr/lib/countersign/countersignd "));
}

TEST_CASE("the unit of the package lets the inspector confine itself and yield") {
  const std::vector<std::string> filters = values_of("SystemCallFilter");
  REQUIRE(filters.size() == 3);
  CHECK(filters.front() == "@system-service");
  CHECK(filters.back() == "seccomp setpriority");  // a line before it takes setpriority away
  // The image buffers need memfd_create, and the loops need timers.
  CHECK(filters[1].find("@ipc") == std::string::npos);
  CHECK(filters[1].find("@timer") == std::string::npos);
}

TEST_CASE(
    "a packaged server holds no capability, core file or swap, and writes to its own folder") {
  CHECK(value_of("CapabilityBoundingSet").empty());
  CHECK(value_of("AmbientCapabilities").empty());
  CHECK(value_of("NoNewPrivileges") == "yes");
  CHECK(value_of("LimitCORE") == "0");
  CHECK(value_of("MemorySwapMax") == "0");
  CHECK(value_of("ProtectSystem") == "strict");
  CHECK(value_of("StateDirectoryMode") == "0700");
  for (const char* setting : {"ReadWritePaths", "BindPaths", "LogsDirectory", "CacheDirectory"}) {
    CHECK_MESSAGE(values_of(setting).empty(), setting);
  }
}

TEST_CASE("unit, user and folders of the package name the same user") {
  const std::string user = value_of("User");
  CHECK(value_of("Group") == user);
  CHECK(text_of(read_source(kFolder + "countersign.sysusers")).find("\nu " + user + " ") !=
        std::string::npos);
  const std::string folder = "/var/lib/" + value_of("StateDirectory");
  CHECK(text_of(read_source(kFolder + "countersign.tmpfiles"))
            .find("\nd " + folder + " 0700 " + user + " " + user + " ") != std::string::npos);
}

TEST_CASE("no script of a package removes a file") {
  static const std::regex removal(R"((^|[\s;&|])(rm|rmdir|unlink|shred|userdel|deluser)\s)");
  std::size_t scripts = 0;
  for (const char* kind : {".postinst", ".postrm", ".preinst", ".prerm"}) {
    for (const SourceFile& file : files_ending_in({kind})) {
      ++scripts;
      REQUIRE(file.lines.size() > 3);
      CHECK(file.lines[1].starts_with("# "));
      for (const std::string& line : file.lines) {
        CHECK_MESSAGE((line.starts_with('#') || !std::regex_search(line, removal)), file.path);
      }
    }
  }
  CHECK(scripts >= 4);
  CHECK(std::regex_search(std::string("  rm -rf /var/lib/countersign"), removal));
}

TEST_CASE("the image has one user, whose number nothing else contradicts") {
  static const std::regex number(R"(USER (\d+):(\d+)\n)");
  const std::string image = text_of(read_source("tools/package/image/Containerfile"));
  std::smatch match;
  REQUIRE(std::regex_search(image, match, number));
  const std::string id = match[1];
  CHECK(id == match[2]);
  CHECK(id != "0");
  const std::string root = text_of(read_source("tools/package/image/image_root.sh"));
  CHECK(root.find("\nID=" + id + " ") != std::string::npos);
  const std::string compose = text_of(read_source("tools/package/image/compose.yml"));
  CHECK(compose.find("user: \"" + id + ":" + id + "\"") != std::string::npos);
}

TEST_CASE("the compose file confines both containers, and names volumes that the image has") {
  const std::string image = text_of(read_source("tools/package/image/Containerfile"));
  const std::string compose = text_of(read_source("tools/package/image/compose.yml"));
  const auto count = [](const std::string& text, const std::string& part) {
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
      ++found;
    }
    return found;
  };
  CHECK(count(compose, "\n    read_only: true\n") == 2);
  CHECK(count(compose, "cap_drop: [ALL]") == 1);
  CHECK(count(compose, "no-new-privileges:true") == 1);
  for (const std::string volume : {"/var/lib/countersign", "/keys"}) {
    CHECK(count(image, "\"" + volume + "\"") == 1);
    CHECK(count(compose, ":" + volume + "\n") == 1);
  }
  // The server believes the one address that nginx has.
  CHECK(count(compose, "COUNTERSIGN_TRUSTED_PROXIES: 172.30.97.2\n") == 1);
  CHECK(count(compose, "{ipv4_address: 172.30.97.2}") == 1);
  // The name under which the site of nginx looks for the server leads to the server.
  CHECK(count(compose, "extra_hosts: [\"server:172.30.97.3\"]") == 1);
  CHECK(count(compose, "{ipv4_address: 172.30.97.3}") == 1);
}

}  // namespace countersign::test::parts_test
